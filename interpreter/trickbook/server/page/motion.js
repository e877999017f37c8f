// Motion: a card flies from its old place to its new one, unless the system asks for reduced motion.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export const still = () => calm.matches || document.hidden;

const middle = (rect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 });

function path(node, rect) {
  const here = node.getBoundingClientRect();
  const [to, from] = [middle(here), middle(rect)];
  const size = Math.min(1.3, Math.max(0.35, rect.width / (here.width || 1)));
  return `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${size})`;
}

export function fly(node, from, duration = 260) {
  if (still() || !from) return Promise.resolve();
  const run = node.animate([{ transform: path(node, from), opacity: 0.75 }, { transform: "none", opacity: 1 }], {
    duration,
    easing: "cubic-bezier(.2,.75,.25,1)",
  });
  return run.finished.catch(() => {});
}

// Cards are swept to whoever has taken them.
export function sweep(nodes, to, duration = 320) {
  if (still() || !nodes.length) return Promise.resolve();
  const frames = (node) => (to ? [{ transform: "none" }, { transform: path(node, to), opacity: 0.1 }] : [{ opacity: 1 }, { opacity: 0 }]);
  return Promise.all(
    nodes.map((node) => node.animate(frames(node), { duration, easing: "ease-in", fill: "forwards" }).finished.catch(() => {})),
  );
}

// Looks at the page as it is shown, and tells of what is wrong with it for those who hear it or see little.
() => {
  const seen = (node) => node.getClientRects().length > 0;

  const unnamed = [...document.querySelectorAll("button, a, input, select, summary, [role=img], [role=group], dialog")]
    .filter(seen)
    .filter((one) => !(one.getAttribute("aria-label") || one.getAttribute("aria-labelledby") || one.labels?.length || one.textContent.trim()))
    .map((one) => `no name: ${one.outerHTML.slice(0, 120)}`);

  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  const twice = ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `twice: ${id}`);

  const dangling = [...document.querySelectorAll("[aria-describedby], [aria-labelledby]")]
    .flatMap((one) => [one.getAttribute("aria-describedby"), one.getAttribute("aria-labelledby")])
    .filter((id) => id && !document.getElementById(id))
    .map((id) => `nothing is called ${id}`);

  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parts = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const bent = (part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * bent(r) + 0.7152 * bent(g) + 0.0722 * bent(b);
  const contrast = (one, other) => (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);

  function ground(node) {
    for (let one = node; one; one = one.parentElement) {
      const found = parts(getComputedStyle(one).backgroundColor);
      if (found[3] > 240) return found;
    }
    return parts(getComputedStyle(document.body).backgroundColor);
  }

  function faint(node) {
    const style = getComputedStyle(node);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const found = contrast(parts(style.color), ground(node));
    return found < (large ? 3 : 4.5) ? [`faint, ${found.toFixed(2)}: ${node.textContent.trim().slice(0, 40)}`] : [];
  }

  const pale = [...document.querySelectorAll("body *")]
    .filter((one) => one.checkVisibility({ opacityProperty: true }) && !one.closest("svg, .unseen, :disabled, noscript"))
    .filter((one) => [...one.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.trim()))
    .flatMap(faint);

  const style = getComputedStyle(document.documentElement);
  const paper = parts(style.getPropertyValue("--card-paper"));
  const inks = [0, 1, 2, 3, 4]
    .filter((ink) => contrast(paper, parts(style.getPropertyValue(`--ink-${ink}`))) < 4.5)
    .map((ink) => `ink ${ink} is faint on cards`);

  return [...unnamed, ...twice, ...dangling, ...pale, ...inks];
}

// Plays as somebody would who is quick, and takes any answer and the first card that may be played, until the
// deal is over, or until something is asked that is not among `known`, which is told. Without `known`, all is.
(known) =>
  new Promise((done, failed) => {
    const find = (one) => document.querySelector(one);
    const any = (all) => all[Math.floor(Math.random() * all.length)];
    const next = () => find(".confirm") ?? any(document.querySelectorAll(".answer:not(.dim)")) ?? find(".hand .card:not(.dim, .chosen, .beside)");
    const stop = (then, what) => (clearInterval(timer), clearTimeout(patience), then(what));
    const timer = setInterval(() => {
      if (find("dialog[data-sheet=deal][open], .trial .points-now")) return stop(done, null);
      find(".board")?.click();
      if (!find("body:not(:has(dialog[open])) .asking.mine")) return;
      const question = find(".question b").innerText;
      if (known && !known.includes(question)) return stop(done, question);
      next()?.click();
    }, 20);
    const patience = setTimeout(() => stop(failed, new Error("nothing is asked")), 300_000);
  })

export function replay(main) { main.replaceChildren("…"); return {}; }

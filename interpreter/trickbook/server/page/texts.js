// The texts of the page in one language. They come from the server: these files contain none.

let texts = {};
let tongue = "en";
let tongues = [];

export const language = () => tongue;
export const languages = () => tongues;

// The language that the address asks for, or the one that was chosen last, or the browser's own.
export function wanted() {
  const asked = new URLSearchParams(location.search).get("lang");
  return asked ?? localStorage.getItem("trickbook.lang") ?? navigator.language ?? "en";
}

export async function speak(lang) {
  const answer = await fetch(`/api/texts?lang=${encodeURIComponent(lang)}`);
  if (!answer.ok && lang !== "en") return speak("en");
  const data = await answer.json();
  texts = data.page;
  tongue = data.lang;
  tongues = data.langs;
  document.documentElement.lang = tongue === "zh" ? "zh-CN" : tongue;
}

// The text under a name such as `table.turn`, its blanks filled in; of a form with `one` and `other`, the one for `n`.
export function t(name, blanks = {}) {
  let found = texts;
  for (const part of name.split(".")) found = found?.[part];
  if (found && typeof found === "object") found = found[blanks.n === 1 ? "one" : "other"];
  if (typeof found !== "string") return name;
  return found.replace(/\{(\w+)\}/g, (blank, key) => (key in blanks ? String(blanks[key]) : blank));
}

export const day = (at) => new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

export const phrases = () => Object.keys(texts.phrases);

export const has = (name) => t(name) !== name;

export const number = (value) => (typeof value === "number" ? String(value).replace("-", "−") : String(value));

export const signed = (value) => (typeof value === "number" && value > 0 ? `+${value}` : number(value));

export const listed = (words) => words.join(t("join"));

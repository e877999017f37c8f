// The header of the page: the way to the lobby, the language, light or dark mode, settings.

import { button, el, fill } from "./dom.js";
import { say } from "./announcer.js";
import { applySettings, settings } from "./settings.js";
import { language, languages, speak, t } from "./texts.js";

const THEMES = ["auto", "light", "dark"];

const dusk = matchMedia("(prefers-color-scheme: dark)");

const theme = () => localStorage.getItem("trickbook.theme") ?? "auto";

function paint() {
  document.documentElement.dataset.theme = theme() === "auto" ? (dusk.matches ? "dark" : "light") : theme();
}

export function head(again) {
  paint();
  applySettings();
  dusk.addEventListener("change", paint);
  const top = document.getElementById("top");
  const look = button("", () => {
    localStorage.setItem("trickbook.theme", THEMES[(THEMES.indexOf(theme()) + 1) % 3]);
    paint();
    named();
  }, { class: "quiet theme" });
  const named = () => (look.textContent = `${{ auto: "◐", light: "☀\uFE0E", dark: "☾" }[theme()]}`, look.setAttribute("aria-label", t(`theme.${theme()}`)), look.setAttribute("title", t(`theme.${theme()}`)));
  const tongues = el("div.tongues", { role: "group" });
  const draw = () => {
    fill(top, el("a.skip", { href: "#main", on: { click: skip } }, t("skip")), el("a.brand", { href: "#" }, t("title")), tongues, look, button("⚙\uFE0E", settings, { class: "quiet theme", "aria-label": t("settings.title"), title: t("settings.title") }));
    fill(tongues, languages().map(([tag, name]) => button(name, () => change(tag).catch(() => say(t("line.lost"))), { class: "quiet", lang: tag, data: { key: tag }, "aria-pressed": String(tag === language()) })));
    tongues.setAttribute("aria-label", t("language"));
    named();
  };
  async function change(tag) {
    await speak(tag);
    localStorage.setItem("trickbook.lang", tag);
    const address = new URL(location.href);
    address.searchParams.set("lang", tag);
    history.replaceState(null, "", address);
    draw();
    again();
  }
  draw();
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

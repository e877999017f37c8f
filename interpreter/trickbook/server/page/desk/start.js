// The start of a text: an empty one, a shipped game with house rules, a file, or a draft that is kept here.

import { get, patiently, post } from "../api.js";
import { sheet } from "../dialog.js";
import { button, el, fill } from "../dom.js";
import { t } from "../texts.js";
import { drafts, forgetDraft } from "./drafts.js";

// Calls `begin` with a text and its title, or `resume` with the id of a draft.
export async function startSheet({ begin, resume, chosen = {} }) {
  const form = fields(chosen);
  const { wrong } = form;
  const submit = el("button", { type: "submit", class: "main", disabled: true }, t("desk.make_mine"));
  const done = (act) => (box.close(), act());
  const make = async (event) => {
    event.preventDefault();
    fill(wrong);
    try {
      const asked = { game: form.game.value, house: form.chosen, options: form.game.value === chosen.game ? chosen.options : {} };
      const { text } = await post("/api/desk/start", { ...asked, title: form.title.value, brief: !form.whole.checked });
      done(() => begin(text, form.title.value));
    } catch (refused) {
      fill(wrong, refused.message);
    }
  };
  const box = sheet(t("desk.begin"), [
    ownDrafts((id) => done(() => resume(id))),
    el("form", { class: "start", on: { submit: make } },
      line("start-title", t("desk.name"), form.title), line("start-game", t("opening.game"), form.game), line("start-house", t("desk.house"), form.house), form.list,
      el("div", { class: "option yes_no" }, el("label", { for: "start-whole" }, t("desk.whole")), form.whole, el("p", { class: "says" }, t("desk.whole_says"))),
      wrong,
      el("div", { class: "row end" }, button(t("desk.empty"), () => done(() => begin("", t("desk.untitled")))), el("label", { class: "button", for: "start-file" }, t("desk.upload")), form.file, submit)),
  ], { name: "start" });
  form.file.addEventListener("change", async () => {
    const [file] = form.file.files;
    const text = await file?.text();
    form.file.value = "";
    if (/[\u0000\ufffd]/.test(text)) fill(wrong, t("desk.no_text", { file: file.name }));
    else if (file) done(() => begin(text, file.name.replace(/\.ya?ml$/, "")));
  });
  form.title.focus();
  await choices(form, chosen);
  submit.disabled = false;
}

const line = (id, label, field) => el("div", { class: "option line" }, el("label", { for: id }, label), field);

const fields = ({ house = [] }) => ({
  wrong: el("p", { class: "wrong", role: "alert" }),
  title: el("input", { type: "text", id: "start-title", required: true, maxlength: "60", value: t("desk.untitled") }),
  game: el("select", { id: "start-game" }),
  house: el("select", { id: "start-house" }),
  list: el("ul", { class: "yours" }),
  chosen: [...house],
  whole: el("input", { type: "checkbox", class: "switch", id: "start-whole", checked: true }),
  file: el("input", { type: "file", accept: ".yaml,.yml,text/yaml", id: "start-file", class: "unseen" }),
});

async function choices(form, { game }) {
  const games = await patiently(() => get("/api/games"), form.wrong);
  fill(form.game, games.map((one) => el("option", { value: one.name, selected: one.name === game }, one.title)));
  form.game.addEventListener("change", () => fitting(form));
  form.house.addEventListener("change", () => choose(form, [...form.chosen, form.house.value]));
  await fitting(form);
}

// Another game has other house rules; those that are chosen and do not fit it are dropped.
async function fitting(form) {
  form.rules = (await patiently(() => post("/api/form", { game: form.game.value }), form.wrong)).house;
  choose(form, form.chosen);
}

function choose(form, names) {
  const there = form.rules.map(({ name }) => name);
  form.chosen = names.filter((name) => there.includes(name));
  const title = (name) => form.rules.find((one) => one.name === name).title;
  const rest = form.rules.filter(({ name }) => !form.chosen.includes(name));
  fill(form.house, el("option", { value: "" }, t(form.chosen.length ? "desk.another_house" : "desk.no_house")), rest.map((one) => el("option", { value: one.name }, one.title)));
  const drop = (name) => button("×", () => choose(form, form.chosen.filter((one) => one !== name)), { class: "quiet", "aria-label": t("desk.drop", { title: title(name) }) });
  fill(form.list, form.chosen.map((name) => el("li", {}, el("span", {}, title(name)), drop(name))));
}

function ownDrafts(resume) {
  const kept = drafts();
  const forget = (event, id) => (forgetDraft(id), event.target.closest("li").remove());
  return kept.length > 0 && [
    el("h3", {}, t("desk.drafts")),
    el("ul", { class: "yours" }, kept.map(({ id, title }) => el("li", {}, button(title, () => resume(id)), button("×", (event) => forget(event, id), { class: "quiet", "aria-label": t("desk.forget", { title }) })))),
  ];
}

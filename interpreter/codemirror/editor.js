// The editor of the desk: CodeMirror with the marks, fixes, words and colours that the server gives.
//
// Places are counted in the units of JavaScript strings. The styles live in a shadow root, because the page's
// content security policy allows no style elements.

import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const LOOK = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--paper)", fontSize: ".95rem", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--soft)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--soft) 45%, transparent)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faint)", borderRight: "1px solid var(--line)" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: "8px", maxWidth: "32rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-panels": { backgroundColor: "var(--ground)", color: "var(--text)" },
  ".cm-panels input, .cm-panels button": { color: "var(--text)" },
  ".cm-completionDetail": { color: "inherit", opacity: ".8" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", padding: "2px 8px" },
  "@media (max-width: 640px)": { ".cm-completionInfo": { display: "none" } },
  ".cm-meaning": { padding: ".5rem .8rem" },
  ".word-keyword": { color: "var(--accent)", fontWeight: "600" },
  ".word-function": { color: "var(--accent)" },
  ".word-variable": { color: "var(--good)" },
  ".word-property": { color: "var(--warn)" },
  ".word-enumMember": { color: "var(--wrong)" },
  ".word-number": { color: "var(--warn)" },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], fontWeight: "600" },
]);

// What is typed over a selection is written here: browsers would keep its look by inline styles, which are forbidden.
const TYPED_OVER = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    if (empty || event.inputType !== "insertText" || !event.data || event.isComposing) return false;
    event.preventDefault();
    const typed = () => view.state.update(view.state.replaceSelection(event.data), { userEvent: "input.type" });
    if (!view.state.facet(EditorView.inputHandler).some((handler) => handler(view, from, to, event.data, typed))) view.dispatch(typed());
    return true;
  },
});

const newWords = StateEffect.define();

// What the words of expressions are; they move with the text until the server has read it again.
const words = StateField.define({
  create: () => Decoration.none,
  update(found, change) {
    const told = change.effects.find((effect) => effect.is(newWords));
    if (!told) return found.map(change.changes);
    const most = change.state.doc.length;
    return Decoration.set(told.value.filter(([begin, end]) => begin < end && end <= most).map(([begin, end, kind]) => Decoration.mark({ class: `word-${kind}` }).range(begin, end)), true);
  },
  provide: (field) => EditorView.decorations.from(field),
});

// `complete(place, text)` answers with `{ from, to, items }`, `explain(place, text)` with `{ from, to, node }` or null.
export function codeEditor({ text, label, phrases, changed, complete, explain }) {
  const node = document.createElement("div");
  node.className = "code-editor";
  const root = node.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.phrases.of(phrases), EditorState.tabSize.of(2), indentUnit.of("  "), EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off" }),
        TYPED_OVER, lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets(),
        yaml(), syntaxHighlighting(COLOURS), words, search({ top: true }), highlightSelectionMatches(),
        autocompletion({ override: [(context) => proposals(context, complete)], icons: false, activateOnTypingDelay: 250 }),
        hoverTooltip((editor, place) => meaning(editor, place, explain)),
        keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap]),
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
        LOOK,
      ],
    }),
  });
  return { node, ...actions(view) };
}

function actions(view) {
  const whole = () => view.state.doc.toString();
  return {
    text: whole,
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    edit(begin, end, insert) {
      view.dispatch({ changes: { from: begin, to: end, insert }, selection: { anchor: begin + insert.length } });
      view.focus();
    },
    mark: (marks) => view.dispatch(setDiagnostics(view.state, marks.filter(({ to }) => to <= view.state.doc.length))),
    colour: (colours) => view.dispatch({ effects: newWords.of(colours) }),
    reveal(place) {
      view.dispatch({ selection: { anchor: Math.min(place, view.state.doc.length) }, effects: EditorView.scrollIntoView(place, { y: "center" }) });
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

// A word is proposed when one has begun, behind a blank, or when asked for.
async function proposals(context, complete) {
  const before = context.matchBefore(/[\w./-]+|[:{[,] ?| {2,}/);
  if (!before && !context.explicit) return null;
  const found = await complete(context.pos, context.state.doc.toString());
  if (!found?.items.length || context.aborted) return null;
  return {
    from: found.from,
    to: found.to > context.pos ? found.to : undefined,
    options: found.items.map(({ text, kind, detail, says }) => ({ label: text, detail: detail || kind, info: says || undefined })),
    validFor: /^[\w./-]*$/,
  };
}

async function meaning(view, place, explain) {
  const found = await explain(place, view.state.doc.toString());
  if (!found) return null;
  const dom = document.createElement("div");
  dom.className = "cm-meaning";
  dom.append(found.node);
  return { pos: found.from, end: found.to, above: true, create: () => ({ dom }) };
}

// Prints the scopes that VS Code gives the text on standard input, as pairs of text and innermost scope.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { createHighlighter } = await import(pathToFileURL(`${folder}/node_modules/shiki/dist/index.mjs`).href);
const grammar = JSON.parse(readFileSync(`${folder}/syntaxes/expression.tmLanguage.json`, "utf-8"));
const highlighter = await createHighlighter({
  themes: ["github-light"],
  langs: ["yaml", { ...grammar, name: "expression", injectTo: ["source.yaml"] }],
});
const { tokens } = highlighter.codeToTokens(readFileSync(0, "utf-8"), {
  lang: "yaml",
  theme: "github-light",
  includeExplanation: true,
});
const pieces = tokens.flat().flatMap((token) => token.explanation);
console.log(JSON.stringify(pieces.map((piece) => [piece.content.trim(), piece.scopes.at(-1).scopeName])));

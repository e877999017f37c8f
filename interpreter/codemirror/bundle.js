// Bundles the editor into a folder, with the licences of all that is in it: node bundle.js FOLDER

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const into = process.argv[2];

const { metafile } = await build({
  entryPoints: [here("editor.js")],
  outfile: `${into}/editor.js`,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  metafile: true,
  logLevel: "warning",
});

const packages = new Set(Object.keys(metafile.inputs).map((file) => file.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]).filter(Boolean));
const licence = (name) => {
  const { version, license } = JSON.parse(readFileSync(here(`node_modules/${name}/package.json`), "utf8"));
  const file = here(`node_modules/${name}/LICENSE`);
  return `${name} ${version}: ${license}\n\n${existsSync(file) ? readFileSync(file, "utf8") : ""}`;
};
mkdirSync(into, { recursive: true });
writeFileSync(`${into}/licences.txt`, [...packages].sort().map(licence).join("\n\n"));

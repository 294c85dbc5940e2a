// Bundle each widget's JavaScript and CSS into one file that a page can load.
//
//     node scripts/bundle_widgets.js [--check] [FOLDER]
//
// The bundles go into FOLDER, course/widgets/static if none is named. With --check nothing is written:
// it fails if they are out of date.
//
// Each module of course/widgets/js is the entry of a widget; what it imports is in js/lib and in the
// folder of its name. The bundles are not minified, so that a learner can read what runs.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = join(ROOT, "course/widgets/js");
const BUNDLES = "course/widgets/static";
const GENERATED = "Generated from course/widgets/js by `make widgets`: edit that, not this file.";

// The bundles as they should be: {file name: text}.
async function bundle() {
  const entries = readdirSync(SOURCES).filter((name) => name.endsWith(".js"));
  const { outputFiles } = await build({
    absWorkingDir: ROOT, // the places of modules in comments do not depend on who builds
    entryPoints: entries.map((name) => join(SOURCES, name)),
    outdir: join(ROOT, BUNDLES),
    write: false,
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    banner: { js: `// ${GENERATED}`, css: `/* ${GENERATED} */` },
    logLevel: "error",
  });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]));
}

// The files of a folder: {file name: text}.
function filesOf(folder) {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder);
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

const { values, positionals } = parseArgs({
  options: { check: { type: "boolean" } },
  allowPositionals: true,
});
const folder = positionals[0] ?? join(ROOT, BUNDLES);
const [wanted, found] = [await bundle(), filesOf(folder)];
const names = new Set([...Object.keys(wanted), ...Object.keys(found)]);
const stale = [...names].filter((name) => wanted[name] !== found[name]).sort();

if (values.check && stale.length) {
  console.error(
    `Out of date in ${BUNDLES}: ${stale.join(", ")}. Run \`make widgets\` and commit what it writes.`,
  );
  process.exitCode = 1;
} else if (!values.check) {
  for (const name of stale) {
    if (name in wanted) writeFileSync(join(folder, name), wanted[name]);
    else rmSync(join(folder, name));
  }
  console.log(stale.length ? `Written: ${stale.join(", ")}.` : "The bundles are up to date.");
}

import { expect, test } from "vitest";
import { foldersNotOn, missingOn, pages, readDocument, tracked } from "./documents.ts";

test.each(pages)("every file and link that %s names exists", (page) => {
  expect(missingOn(page, readDocument(page)), `correct the paths in ${page}`).toEqual([]);
});

test("planted paths that do not exist are found", () => {
  const text =
    "`engine/src/nowhere.ts` `engine/src/apply.ts` `engine/src/{apply,gone}.ts` `services/*/src/config.ts` `kit/*/gone.ts`\n" +
    " 1  kit/client/src/gone.ts   sends\n[x](paths/none.md)";
  expect(missingOn("docs/README.md", text)).toEqual([
    "engine/src/nowhere.ts",
    "engine/src/gone.ts",
    "kit/*/gone.ts",
    "kit/client/src/gone.ts",
    "paths/none.md",
  ]);
});

test("planted paths of a package that do not exist are found", () => {
  const text =
    "`sequencer/leader.ts` `sequencer/gone.ts` `gone.ts` `src/gone` `src/{journal,gone}` `../gone.ts` `.run/` `GET /health` `journal`";
  expect(missingOn("services/core/README.md", text)).toEqual([
    "sequencer/gone.ts",
    "gone.ts",
    "src/gone",
    "src/gone",
    "../gone.ts",
  ]);
});

const readmes = pages.filter((path) => /^(apps|kit|services)\/[^/]+\/README[.]md$/.test(path));

test.each(readmes)("%s names every folder of its package", (page) => {
  expect(foldersNotOn(page, readDocument(page)), `name the folders in ${page}`).toEqual([]);
});

test("planted folders that a README does not name are found", () => {
  expect(
    foldersNotOn("services/core/README.md", "`src/journal`, `sequencer projector`, follower, `src/questions/x.ts`"),
  ).toEqual(["follower", "funds-proof", "testing"]);
});

const runbooks = pages.filter((path) => path.startsWith("docs/runbooks/"));
const logged = tracked
  .filter((path) => /^(services|kit)\/.*[.]ts$/.test(path) && !path.endsWith(".test.ts"))
  .map(readDocument)
  .join("\n");

test.each(runbooks)("the log lines that %s names are written by a service", (page) => {
  const lines = [...readDocument(page).matchAll(/`log: ([^`]+)`/g)].map(([, line]) => line!);
  expect(
    lines.filter((line) => !logged.includes(`"${line}"`)),
    `correct the log lines in ${page}`,
  ).toEqual([]);
});

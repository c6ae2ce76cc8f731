import { expect, test } from "vitest";
import { projectsInTurn } from "./turns.ts";

const projects = [
  { name: "trade", testMatch: "trade.spec.ts" },
  { name: "coins", testMatch: "coins.spec.ts" },
  { name: "page", testMatch: ["start.spec.ts", "home.spec.ts"], dependencies: ["trade"] },
  { name: "pictures", testMatch: "pictures.spec.ts", dependencies: ["trade", "coins"] },
];
const filesOf = (turn: number | undefined) => projectsInTurn(projects, turn).flatMap(({ testMatch }) => testMatch);

test("three turns together run every file, and each of them what moves money", () => {
  const turns = [20_775, 20_776, 20_777].map(filesOf);
  expect(new Set(turns.flat())).toEqual(new Set(filesOf(undefined)));
  for (const files of turns) expect(files).toContain("trade.spec.ts");
  expect(turns.map((files) => files.length)).toEqual([2, 3, 2]);
});

test("a project depends on those only that run in the same turn", () => {
  const pictures = [1, 2, 3].flatMap((turn) => projectsInTurn(projects, turn)).find(({ name }) => name === "pictures");
  expect(pictures?.dependencies).toEqual(["trade", "coins"]);
  const page = projectsInTurn(projects, 2).find(({ name }) => name === "page");
  expect(page).toMatchObject({ testMatch: ["start.spec.ts"], dependencies: ["trade"] });
});

test("without a turn everything runs", () => {
  expect(projectsInTurn(projects, undefined)).toEqual(projects);
});

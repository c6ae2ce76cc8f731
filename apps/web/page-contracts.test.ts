import { readFileSync } from "node:fs";
import { calls, topics } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { contractsOfPage } from "./page-contracts.ts";

const taken = (file: string): string => {
  const path = new URL(`../../contracts/src/${file}`, import.meta.url).pathname;
  return contractsOfPage(readFileSync(path, "utf8"), path);
};

test("a page knows the way to every call, and nothing of what servers check", () => {
  const list = /export const calls = (\{.*\});/.exec(taken("catalog.ts"))![1]!;
  const known = JSON.parse(list) as Record<string, Record<string, unknown>>;
  expect(Object.keys(known)).toEqual(Object.keys(calls));
  for (const [name, call] of Object.entries(calls)) {
    const { path, needs, shape } = call;
    expect(known[name]).toMatchObject({ name: call.name, path, needs, shape });
    for (const field of ["ask", "answer", "refusals", "command"]) expect(known[name]).not.toHaveProperty(field);
  }
});

test("a topic keeps how its rows are kept, and loses how events become rows", () => {
  const files = ["account/topics.ts", "market/topics.ts", "trading/topics.ts", "trading/position-topics.ts"];
  const all = files.map(taken).join("\n");
  expect([...all.matchAll(/defineTopic\(\{/g)]).toHaveLength(Object.keys(topics).length);
  for (const field of ["name", "per", "snapshot", "rowKey", "gone"])
    expect([...all.matchAll(new RegExp(`^  ${field}[:(]`, "gm"))]).toHaveLength(Object.keys(topics).length);
  expect(all).not.toMatch(/^ {2}(row|rows|hears)[:(]/m);
});

import { globSync, readFileSync } from "node:fs";
import { calls, refusals, topics } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { callsNamedIn, contractsOfPage, refusalsNamedIn, sourcesOfPage } from "./page-contracts.ts";

const taken = (file: string): string => {
  const path = new URL(`../../../contracts/src/${file}`, import.meta.url).pathname;
  return contractsOfPage(readFileSync(path, "utf8"), path);
};

test("a call is known to a page that names it or may take a snapshot from it", () => {
  const named = callsNamedIn('client.call("setLeverage", {})');
  expect(named).toContain("setLeverage");
  expect(named).toContain("positions");
  expect(named).not.toContain("earnRedeem");
});

test("a page knows the way to every call that it asks, and nothing of what servers check", () => {
  const list = /export const calls = (\{.*\});/.exec(taken("catalog.ts"))![1]!;
  const known = JSON.parse(list) as Record<string, Record<string, unknown>>;
  const asked = [...sourcesOfPage().matchAll(/\bcall\(\s*"(\w+)"/g)].map(([, name]) => name);
  expect(asked).toEqual(expect.arrayContaining(["placeOrder", "userInfo", "changeLanguage"]));
  expect(Object.keys(known)).toEqual(expect.arrayContaining(asked));
  for (const name of Object.keys(known)) {
    const call = calls[name as keyof typeof calls];
    const { path, needs } = call;
    expect(known[name]).toMatchObject({ path, needs });
    // Fields with their usual value are left out: the client only checks for bare JSON answers and for how a body is written.
    expect(known[name]!.shape ?? "envelope").toBe(call.shape);
    expect(known[name]!.body).toBe((call as { body?: string }).body);
    for (const field of ["ask", "answer", "refusals", "command", "robot"])
      expect(known[name]).not.toHaveProperty(field);
  }
  for (const { snapshot } of Object.values(topics))
    expect(Object.values(known).filter(({ name }) => name === snapshot)).toHaveLength(1);
});

test("a page knows the refusals that it does something about by their number, and leaves their facts to the answer", () => {
  const list = /export const refusals = (\{.*\});/.exec(taken("errors.ts"))![1]!;
  const known = JSON.parse(list) as Record<string, unknown>;
  const met = [...sourcesOfPage().matchAll(/\brefusal [!=]== "(\w+)"/g)].map(([, name]) => name);
  expect(met).toEqual(expect.arrayContaining(["LOGIN_INVALID", "PROOF_INVALID", "BUSY", "CODE_WRONG"]));
  expect(Object.keys(known)).toEqual(expect.arrayContaining(met));
  for (const [name, refusal] of Object.entries(known))
    expect(refusal).toEqual({ code: refusals[name as keyof typeof refusals].code });
  expect(refusalsNamedIn('said("BAND"); refusals.BUSY.code; BUSY_NOT')).toEqual(
    Object.keys(refusals).filter((name) => name === "BUSY"),
  );
});

test("a topic keeps how its rows are kept, and loses how events become rows", () => {
  const files = globSync("*/*topics.ts", { cwd: new URL("../../../contracts/src/", import.meta.url).pathname });
  const all = files.map(taken).join("\n");
  expect([...all.matchAll(/defineTopic\(\{/g)]).toHaveLength(Object.keys(topics).length);
  for (const field of ["name", "per", "snapshot", "rowKey", "gone"])
    expect([...all.matchAll(new RegExp(`^  ${field}[:(]`, "gm"))]).toHaveLength(Object.keys(topics).length);
  expect(all).not.toMatch(/^ {2}(row|rows|events)[:(]/m);
});

test("a page reads nothing by a schema: schemas are stubs in its build", () => {
  const reads = [...sourcesOfPage().matchAll(/[\w.]+\.(?:safeP|p)arse\(/g)].map(([text]) => text);
  expect(reads.filter((text) => !/^(JSON|Date)\./.test(text))).toEqual([]);
});

import { type Call, calls } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { schemaOf } from "./openapi.ts";

const shapeOf = (schema: unknown): string[] => Object.keys((schema as { shape: object }).shape);

test("the reference shows a field of the path in the path and the others in the query", () => {
  const { params, querystring } = schemaOf(calls.configFile as unknown as Call);
  expect([shapeOf(params), shapeOf(querystring)]).toEqual([["name"], ["v"]]);
  const plain = schemaOf(calls.depth as unknown as Call);
  expect([plain.params, shapeOf(plain.querystring)]).toEqual([undefined, ["symbol"]]);
});

test("the reference says which operator may ask, and how many others must approve", () => {
  const said = (call: unknown): string =>
    (schemaOf(call as Call) as { description: string }).description.split(".")[0]!;
  expect(said(calls.proposalList)).toBe("Needs an operator");
  expect(said(calls.setMarketStatus)).toBe("Needs an operator with the role markets");
  expect(said(calls.seedFund)).toBe("Needs an operator with the role treasury; waits for the approval of 1 other");
  expect(said(calls.setTradingStop)).toContain(
    "risk; waits for the approval of 1 other, unless it only stops something",
  );
});

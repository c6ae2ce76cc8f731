import { type Call, callList, calls } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { schemaOf } from "./openapi.ts";

const shapeOf = (schema: unknown): string[] => Object.keys((schema as { shape: object }).shape);

test("the reference shows a field of the path in the path and the others in the query", () => {
  const { params, querystring } = schemaOf(calls.configFile as unknown as Call);
  expect([shapeOf(params), shapeOf(querystring)]).toEqual([["name"], ["v"]]);
  const plain = schemaOf(calls.depth as unknown as Call);
  expect([plain.params, shapeOf(plain.querystring)]).toEqual([undefined, ["symbol"]]);
});

test("the reference says whether a call needs a session, and has nothing of operators", () => {
  const said = (call: unknown): string =>
    (schemaOf(call as Call) as { description: string }).description.split(".")[0]!;
  expect([said(calls.depth), said(calls.balances)]).toEqual(["Needs no session", "Needs a session"]);
  expect(callList.filter(({ needs, path }) => needs === "operator" || path.includes("/operator/"))).toEqual([]);
});

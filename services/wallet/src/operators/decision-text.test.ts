import { privateKeyOf, publicHexOf } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { decisionText, goodNames, signDecision } from "./decision-text.ts";

const seed = "11".repeat(32);
const approvers = new Map([["anna", publicHexOf(privateKeyOf(seed))]]);
const subject = { kind: "send-failed", id: "a1", reason: "NO_EFFECT", txid: "0x12", since: 7 } as const;

test("a decision names what is done, to what, why it waits, which transaction was looked at, and since when", () => {
  expect(decisionText(subject)).toBe(
    "Tidemark wallet decision 2\ndo: send-failed\nsubject: a1\nreason: NO_EFFECT\ntransaction: 0x12\nsince: 7\n",
  );
});

test("a signature about another reason, transaction or time decides nothing", () => {
  const signed = [signDecision(subject, "anna", seed)];
  expect(goodNames(subject, signed, approvers)).toEqual(["anna"]);
  for (const other of [{ reason: "NODES_DIFFER" }, { txid: "0x13" }, { since: 8 }, { kind: "send-paid" as const }])
    expect(goodNames({ ...subject, ...other }, signed, approvers)).toEqual([]);
});

import { expect, test } from "vitest";
import { type AuditLine, brokenAt, firstHash, hashOf } from "./audit-chain.ts";

const line = (number: number): AuditLine => ({
  number,
  at: 1_000 + number,
  uid: 7,
  origin: "203.0.113.7",
  action: "approved",
  subject: "one",
  reason: "",
  before: { state: "WAITING", approvals: [] },
  after: { approvals: [8], state: "SENT" },
});

function chain(count: number) {
  let hash = firstHash;
  return Array.from({ length: count }, (_, place) => {
    const next = line(place + 1);
    hash = hashOf(hash, next);
    return { ...next, hash };
  });
}

test("a chain as it was written is whole, in whatever order the database returns a value's fields", () => {
  expect(brokenAt([])).toBeUndefined();
  const lines = chain(5);
  expect(brokenAt(lines)).toBeUndefined();
  const reordered = lines.map((one) => ({ ...one, before: { approvals: [], state: "WAITING" } }));
  expect(brokenAt(reordered)).toBeUndefined();
});

test("a line that was changed, taken out or moved is found by its number", () => {
  const lines = chain(5);
  for (const change of [{ uid: 8 }, { at: 0 }, { reason: "x" }, { after: { state: "REJECTED" } }, { hash: "0" }])
    expect(brokenAt(lines.map((one, place) => (place === 2 ? { ...one, ...change } : one)))).toBe(3);
  expect(brokenAt(lines.toSpliced(1, 1))).toBe(2);
  expect(brokenAt([lines[1]!, lines[0]!])).toBe(1);
  const renumbered = lines.toSpliced(1, 1).map((one, place) => ({ ...one, number: place + 1 }));
  expect(brokenAt(renumbered)).toBe(2);
});

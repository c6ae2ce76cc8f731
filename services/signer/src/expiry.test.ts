import { afterEach, beforeEach, expect, test } from "vitest";
import { approvedBy, type Fixture, intentOf, lineOf, openFixture, startAt, withdrawLine } from "../testing/fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = openFixture();
});
afterEach(() => fixture.end());

const hourMs = 3_600_000;
const expireLine = (intent: ReturnType<typeof intentOf>, names: Parameters<typeof approvedBy>[1] = ["platform"]) =>
  lineOf({ kind: "expire", approved: approvedBy(intent, names) });

test("an intent that ran out unsigned is said to be so for good: no other text of its id is signed, after a restart too", async () => {
  const intent = intentOf();
  expect(await fixture.signer.answer(expireLine(intent))).toMatchObject({ ok: false, reason: "intent_not_expired" });
  fixture.pass(hourMs);
  for (let again = 0; again < 2; again += 1)
    expect(await fixture.signer.answer(expireLine(intent))).toMatchObject({ ok: true, expired: intent.id });
  fixture = fixture.reopen();
  const renewed = { ...intent, expiresAt: startAt + 9 * hourMs };
  for (const one of [intent, renewed])
    expect(await fixture.signer.answer(withdrawLine(one, 0))).toMatchObject({ ok: false, reason: "intent_expired" });
  expect(await fixture.signer.answer(expireLine(renewed))).toMatchObject({ ok: true });
});

test("a refusal to sign because of expiry is remembered in the same way", async () => {
  const intent = intentOf();
  fixture.pass(hourMs);
  expect(await fixture.signer.answer(withdrawLine(intent, 0))).toMatchObject({ ok: false, reason: "intent_expired" });
  const renewed = { ...intent, expiresAt: startAt + 9 * hourMs };
  expect(await fixture.signer.answer(withdrawLine(renewed, 0))).toMatchObject({ ok: false, reason: "intent_expired" });
});

test("what was signed does not run out, and what the platform has not signed is not asked about", async () => {
  const intent = intentOf();
  expect(await fixture.signer.answer(withdrawLine(intent, 0))).toMatchObject({ ok: true });
  fixture.pass(hourMs);
  expect(await fixture.signer.answer(expireLine(intent))).toMatchObject({ ok: false, reason: "intent_already_signed" });
  expect(await fixture.signer.answer(expireLine(intentOf(), ["anna"]))).toMatchObject({
    ok: false,
    reason: "approvals_missing",
  });
  const forged = { ...approvedBy(intentOf(), ["platform"]), intent: approvedBy(intentOf(), []).intent };
  const line = lineOf({ kind: "expire", approved: forged });
  expect(await fixture.signer.answer(line)).toMatchObject({ ok: false, reason: "approval_invalid" });
});

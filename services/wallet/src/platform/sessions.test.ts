import { refusals, sessionQuestion, success } from "@tidemark/contracts";
import { type Bus, onlySeal, openQuestion, sealReply, sealsOf } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { sessionsOf } from "./sessions.ts";

const seals = sealsOf("", "development");
const [seal, otherSeal] = [seals.of("wallet_asks")!, seals.of("platform_rpc")!];
const now = 1_000;
const from = { ip: "203.0.113.7", lang: "en_US", site: "MAIN", deviceId: "d", session: "s" } as const;

/** What the wallet takes from a platform that answers in this way. */
function askedOf(reply: (question: Uint8Array) => Uint8Array) {
  const request = async (subject: string, bytes: Uint8Array) => {
    expect(subject).toBe("tm.main.rpc.wallet_asks");
    return reply(bytes);
  };
  const bus = { request } as unknown as Bus;
  const log = { warn: () => undefined };
  return sessionsOf({ bus, core: "main", seal, clock: { now: () => now }, log })({ uid: 7, from });
}
const coded = (code: number) => askedOf((question) => sealReply({ code, data: null, seq: 0 }, question, seal));

test("a session is open where the platform says so, and the question is sealed, at the wallet's own subject, and names the user", async () => {
  const open = askedOf((question) => {
    expect(openQuestion(question, onlySeal(seal), now)).toMatchObject({ call: sessionQuestion.name, uid: 7, from });
    return sealReply({ code: success, data: { isOpen: true }, seq: 0 }, question, seal);
  });
  expect(await open).toEqual({ factorAt: 0, bound: "nothing" });
});

test("only the platform's word means that there is no session; no refusal, nothing else that comes back, and no answer does", async () => {
  const said = (data: unknown, by = seal) =>
    askedOf((question) => sealReply({ code: success, data, seq: 0 }, question, by));
  expect(await said({ isOpen: false })).toBeUndefined();
  for (const [data, by] of [
    [{}, seal],
    [{ isOpen: false }, otherSeal],
  ] as const)
    expect(await said(data, by)).toBe("unknown");
  for (const refusal of [
    "LOGIN_INVALID",
    "BUSY",
    "INTERNAL",
    "TOO_MANY_REQUESTS",
    "NOT_FOUND",
    "REQUEST_INVALID",
  ] as const)
    expect([refusal, await coded(refusals[refusal].code)]).toEqual([refusal, "unknown"]);
  expect(await askedOf(() => new Uint8Array(3))).toBe("unknown");
  const silent = askedOf(() => {
    throw new Error("no responders");
  });
  expect(await silent).toBe("unknown");
});

import { refusals, success } from "@tidemark/contracts";
import { type Bus, onlySeal, openQuestion, sealReply, sealsOf } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { sessionsOf } from "./sessions.ts";

const seals = sealsOf("", "development");
const [seal, otherSeal] = [seals.of("platform_rpc")!, seals.of("wallet_rpc")!];
const now = 1_000;
const from = { ip: "203.0.113.7", lang: "en_US", site: "MAIN", deviceId: "d", session: "s" } as const;

/** What the wallet takes from a platform that answers in this way. */
function askedOf(reply: (question: Uint8Array) => Uint8Array) {
  const bus = { request: async (_subject: string, bytes: Uint8Array) => reply(bytes) } as unknown as Bus;
  const log = { warn: () => undefined };
  return sessionsOf({ bus, core: "main", seal, clock: { now: () => now }, log })({ uid: 7, from });
}
const coded = (code: number, by = seal) => askedOf((question) => sealReply({ code, data: null, seq: 0 }, question, by));

test("a session is open where the platform answers who its user is, and the question is sealed and names the user", async () => {
  const open = askedOf((question) => {
    expect(openQuestion(question, onlySeal(seal), now)).toMatchObject({ uid: 7, from });
    return sealReply({ code: success, data: {}, seq: 0 }, question, seal);
  });
  expect(await open).toEqual({ factorAt: 0, bound: "nothing" });
});

test("only LOGIN_INVALID means that there is no session; nothing else that comes back, and no answer, does", async () => {
  expect(await coded(refusals.LOGIN_INVALID.code)).toBeUndefined();
  for (const refusal of ["BUSY", "INTERNAL", "TOO_MANY_REQUESTS", "NOT_FOUND", "REQUEST_INVALID"] as const)
    expect([refusal, await coded(refusals[refusal].code)]).toEqual([refusal, "unknown"]);
  expect(await coded(refusals.LOGIN_INVALID.code, otherSeal)).toBe("unknown");
  expect(await askedOf(() => new Uint8Array(3))).toBe("unknown");
  const silent = askedOf(() => {
    throw new Error("no responders");
  });
  expect(await silent).toBe("unknown");
});

import {
  type Call,
  callList,
  calls,
  consoleCalls,
  endedSessions,
  needsFreshFactor,
  type OperatorRole,
  type Refusal,
} from "@tidemark/contracts";
import { expect, test } from "vitest";
import { admission, type OpenSession, operatorAdmission } from "./admission.ts";
import { createRateLimits, rateRulesOf } from "./rate-limits.ts";

const now = 10_000_000;
const factorFreshMs = 300_000;
const from = { ip: "203.0.113.7", lang: "en_US", site: "MAIN", deviceId: "d", session: "s" } as const;
const fresh = now - factorFreshMs + 1;
const stale = now - factorFreshMs;
const plenty = 1_000;

function desk(session: OpenSession | "unknown" | undefined, perSecond = plenty) {
  const config = {
    RATE_TRADE_PER_SECOND: perSecond,
    RATE_CANCEL_PER_SECOND: perSecond,
    RATE_READ_PER_SECOND: perSecond,
    RATE_LOG_PER_SECOND: perSecond,
    RATE_SIGN_IN_PER_SECOND: perSecond,
    RATE_UPLOAD_PER_SECOND: perSecond,
  };
  const admit = admission({
    clock: { now: () => now },
    limits: createRateLimits(rateRulesOf(config), { steady: () => 0 }),
    factorFreshMs,
    sessionOf: async () => session,
  });
  return (call: unknown, { uid = 7, ip = from.ip as string, ask = {} as object } = {}): Promise<Refusal | undefined> =>
    admit(call as Call, ask, { uid, from: { ...from, ip } });
}
const ofPlatform = callList.filter(({ owner }) => owner === "platform");

test("H3: every call of the platform that needs a session is refused without an open one", async () => {
  const admit = desk(undefined);
  for (const call of ofPlatform)
    expect([call.name, await admit(call)]).toEqual([call.name, call.needs === "nothing" ? undefined : "LOGIN_INVALID"]);
  expect(await desk({ factorAt: 0, bound: "nothing" })(calls.userInfo, { uid: 0 })).toBe("LOGIN_INVALID");
});

test("a session that nobody could say anything about is refused as BUSY, and signs nobody out", async () => {
  const admit = desk("unknown");
  expect([await admit(calls.depositList), await admit(calls.langList)]).toEqual(["BUSY", undefined]);
  expect(await admit(calls.depositList, { uid: 0 })).toBe("LOGIN_INVALID");
});

test("H3: every call of the platform that needs a fresh factor is refused to a session that has not shown it lately", async () => {
  const guarded = ofPlatform.filter(needsFreshFactor);
  const names = guarded.map(({ name }) => name);
  for (const call of [calls.createApiKey, calls.editApiKey, calls.addWithdrawalAddress])
    expect(names).toContain(call.name);
  for (const call of guarded) {
    for (const factorAt of [0, stale])
      expect([call.name, await desk({ factorAt, bound: "authenticator" })(call)]).toEqual([call.name, "FACTOR_NEEDED"]);
    // An account without a factor cannot have shown one.
    expect([call.name, await desk({ factorAt: 0, bound: "nothing" })(call)]).toEqual([call.name, "FACTOR_NEEDED"]);
    expect([call.name, await desk({ factorAt: fresh, bound: "passkey" })(call)]).toEqual([call.name, undefined]);
  }
});

test("H3: what needs a factor only where one is bound asks for it there", async () => {
  const call = calls.bindAuthenticator;
  expect(await desk({ factorAt: 0, bound: "nothing" })(call)).toBeUndefined();
  // The code in this ask is of the new authenticator: it shows nothing of what is bound.
  expect(await desk({ factorAt: stale, bound: "passkey" })(call, { ask: { googleCode: "1" } })).toBe("FACTOR_NEEDED");
  expect(await desk({ factorAt: fresh, bound: "passkey" })(call)).toBeUndefined();
});

test("H3: what may show the factor in its ask is passed on with a code, and refused without", async () => {
  const call = calls.bindContact;
  const [unbound, byCode, byPasskey] = (["nothing", "authenticator", "passkey"] as const).map((bound) =>
    desk({ factorAt: stale, bound }),
  );
  expect(await unbound!(call)).toBeUndefined();
  expect(await byCode!(call)).toBe("GOOGLE_CODE_NEEDED");
  expect(await byCode!(call, { ask: { googleCode: "123456" } })).toBeUndefined();
  expect(await byPasskey!(call, { ask: { googleCode: "123456" } })).toBe("FACTOR_NEEDED");
  expect(await desk({ factorAt: fresh, bound: "authenticator" })(call)).toBeUndefined();
});

const allowed = async (asked: () => Promise<Refusal | undefined>): Promise<number> => {
  for (let count = 0; count < plenty; count += 1) if ((await asked()) === "TOO_MANY_REQUESTS") return count;
  return plenty;
};

test("H3: a call's class of allowance is counted for its user, or for the address of who has none", async () => {
  const admit = desk({ factorAt: fresh, bound: "nothing" }, 1);
  expect(await allowed(() => admit(calls.userInfo))).toBe(2);
  expect(await admit(calls.userInfo, { uid: 8 })).toBeUndefined();
  expect(await allowed(() => admit(calls.langList, { uid: 0 }))).toBe(2);
  expect(await admit(calls.langList, { uid: 0, ip: "203.0.113.8" })).toBeUndefined();
  // Another class has an allowance of its own.
  expect(await admit(calls.setPassword)).toBeUndefined();
});

test("H3: class signIn is counted by address and by user", async () => {
  const admit = desk({ factorAt: fresh, bound: "nothing" }, 1);
  let uid = 100;
  expect(await allowed(() => admit(calls.setPassword, { uid: (uid += 1) }))).toBe(20);
  let last = 0;
  expect(await allowed(() => admit(calls.setPassword, { ip: `198.51.100.${(last += 1)}` }))).toBe(20);
});

test("what gateways ask for themselves has no allowance: they poll without an address", async () => {
  const admit = desk(undefined, 1);
  expect(await allowed(() => admit(endedSessions, { uid: 0, ip: "" }))).toBe(plenty);
});

test("what an operator asks needs the role in both records, and every call some role", async () => {
  const refusalOf = (call: unknown, claimed: readonly OperatorRole[], own: readonly OperatorRole[]) =>
    operatorAdmission({ limits: { take: () => true }, rolesOf: async () => own })(
      call as Call,
      {},
      { uid: 3, from: { ...from, roles: claimed } },
    );
  const { setMarketStatus, proposalList } = consoleCalls;
  const missing = "OPERATOR_ROLE_MISSING";
  expect(await refusalOf(setMarketStatus, ["markets"], ["markets", "risk"])).toBeUndefined();
  expect(await refusalOf(setMarketStatus, ["markets", "risk"], ["risk"])).toBe(missing);
  expect(await refusalOf(setMarketStatus, ["risk"], ["markets"])).toBe(missing);
  expect(await refusalOf(proposalList, ["support"], ["support"])).toBeUndefined();
  expect(await refusalOf(proposalList, ["support"], [])).toBe(missing);
});

import type { Mutant } from "./mutant.ts";

const unit = "kit/node/src/limits/admission.test.ts";
const system = "services/platform/src/twice-checked.system.test.ts";
const rules = (name: string, find: string, replace: string): Mutant => ({
  name: `H3: ${name}`,
  file: "kit/node/src/limits/admission.ts",
  find,
  replace,
  tests: [unit],
});
const store = (name: string, find: string, replace: string): Mutant => ({
  name: `H3: ${name}`,
  file: "services/platform/src/identity/session/session-store.ts",
  find,
  replace,
  tests: [system],
});

/** Bugs in the owner's own check of its callers: money must not depend on the gateways alone. */
export const callerMutants: readonly Mutant[] = [
  {
    name: "H3: the rpc server answers what it should refuse",
    file: "kit/node/src/bus/rpc-server.ts",
    find: "  if (problem !== undefined) return refusal(problem);\n",
    replace: "",
    tests: [system],
  },
  rules(
    "calls that need a fresh factor are answered without one",
    '  if (needsFreshFactor(call)) return "FACTOR_NEEDED";\n',
    "",
  ),
  rules("a factor stays fresh for ever", "if (factorAt > since)", "if (factorAt > 0)"),
  rules("a factor is stale a moment too late", "if (factorAt > since)", "if (factorAt >= since)"),
  rules(
    "an account without a factor needs none for what must always have one",
    '  if (needsFreshFactor(call)) return "FACTOR_NEEDED";\n  if (call.factor === undefined || bound === "nothing") return undefined;\n',
    '  if (call.factor === undefined || bound === "nothing") return undefined;\n  if (needsFreshFactor(call)) return "FACTOR_NEEDED";\n',
  ),
  rules(
    "a code of a new authenticator passes for the bound one",
    'if (call.factor === "freshIfBound" || bound === "passkey")',
    'if (bound === "passkey" && (ask as { googleCode?: unknown }).googleCode === undefined)',
  ),
  rules(
    "a bound factor need not be shown in the ask",
    '=== undefined ? "GOOGLE_CODE_NEEDED" : undefined;',
    "=== null ? undefined : undefined;",
  ),
  rules(
    "a session that is over is answered",
    '    if (session === undefined) return "LOGIN_INVALID";\n',
    "    if (session === undefined) return undefined;\n",
  ),
  rules(
    "nobody's allowance is counted",
    '    if (!hasAllowance(call, ask, caller)) return "TOO_MANY_REQUESTS";\n',
    "    hasAllowance(call, ask, caller);\n",
  ),
  rules(
    "sign-ins of users are not counted by address",
    'uid === 0 || rate === "signIn" ? [rateLimitKey(from.ip)]',
    "uid === 0 ? [rateLimitKey(from.ip)]",
  ),
  rules(
    "sign-ins of users are counted by address alone",
    "const payers = uid === 0 ? byAddress : [...byAddress, uid];",
    'const payers = uid === 0 || rate === "signIn" ? byAddress : [uid];',
  ),
  rules(
    "every call is counted as a read",
    'const rate = call.rate ?? "read";',
    'const rate = "read" as string as "read";',
  ),
  store(
    "a session is open for the call's check after its own end",
    "s.ended_at is null and s.until > ${now}\n        and u.frozen_at",
    "s.ended_at is null and s.until > 0\n        and u.frozen_at",
  ),
  store("an ended session is open for the call's check", "s.uid = ${uid} and s.ended_at is null", "s.uid = ${uid}"),
  store("a session serves every user", "s.id = ${session} and s.uid = ${uid}", "s.id = ${session}"),
  store("a frozen account's session is open", "\n        and u.frozen_at is null`", "`"),
  store(
    "a session is open for a change after its own end",
    "s.ended_at is null and s.until > ${now}\n      for share",
    "s.ended_at is null\n      for share",
  ),
];

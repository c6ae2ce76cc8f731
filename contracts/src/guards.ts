import type { Call } from "./define.ts";
import type { Permission } from "./security/signing.ts";

/** Everything that stands between a stranger and a call, as its contract declares it. */
export type Guards = {
  readonly who: "anybody" | "signed in";
  /** Whether the request must be signed by a page that could read our answers (and must not come from another site). */
  readonly proof: boolean;
  readonly origin: boolean;
  /** Whether a second factor must have been shown in the session a short while ago: by everybody, or by who has one. */
  readonly factor: "–" | "fresh" | "fresh if bound";
  readonly robot: "never" | "always" | "once suspect";
  readonly rate: NonNullable<Call["rate"]>;
  /** What an API key must be allowed; `any` where every key will do, `never` where none does. */
  readonly program: "any" | "never" | Permission;
};

/** A call that changes something or belongs to somebody must be signed; what everybody may read need not be. */
export const needsProof = (call: Call): boolean =>
  call.proof !== "none" && (call.needs === "session" || call.path.startsWith("POST "));

/**
 * Programs trade and read what trading is about, which the core owns. Everything that belongs to a person's sign-in is never theirs, and of
 * the rest they may read what everybody may.
 */
export function programsMay(call: Call): Guards["program"] {
  if (call.program !== undefined) return call.program;
  if (call.owner === "core" && call.needs === "session") return call.answers === "command" ? "TRADE" : "READ";
  return call.needs === "nothing" && call.path.startsWith("GET ") ? "any" : "never";
}

const factors = { fresh: "fresh", freshIfBound: "fresh if bound" } as const;
const robots = { always: "always", whenAsked: "once suspect" } as const;

export const guardsOf = (call: Call): Guards => ({
  who: call.needs === "session" ? "signed in" : "anybody",
  proof: needsProof(call),
  origin: call.path.startsWith("POST "),
  factor: call.factor === undefined ? "–" : factors[call.factor],
  robot: call.robot === undefined ? "never" : robots[call.robot],
  rate: call.rate ?? "read",
  program: programsMay(call),
});

const mark = (isSo: boolean): string => (isSo ? "yes" : "–");

/** The table of docs/reference/guards.md. A test holds the two together, another asks every call without its guards. */
export function guardTable(calls: readonly Call[]): string {
  const rows = calls.map((call) => {
    const { who, proof, origin, factor, robot, rate, program } = guardsOf(call);
    return `| \`${call.path}\` | ${who} | ${mark(proof)} | ${mark(origin)} | ${factor} | ${robot} | ${rate} | ${program.toLowerCase()} | ${call.owner} |`;
  });
  return [
    "# Who may call what",
    "",
    "Made from the catalogue by `contracts/src/guards.ts`; a test says when it is out of date, `UPDATE_REFERENCE=1 pnpm test guards` writes it anew.",
    "There are two roles, a visitor and a signed-in trader; a trader reaches what is his own and nothing else. Proof: the request is signed (decision",
    "0016). Origin: refused from pages of other sites. Second factor: an authenticator or a passkey was shown in this session a short while ago,",
    "by everybody (fresh) or by those who have one (fresh if bound; decision 0020). API key: what a program's key must be allowed; it then needs",
    "neither session nor proof, for every request bears its own signature (decision 0022).",
    "",
    "| Call | Who | Proof | Origin | Second factor | Robot check | Allowance | API key | Owner |",
    "|---|---|---|---|---|---|---|---|---|",
    ...rows.toSorted(),
    "",
  ].join("\n");
}

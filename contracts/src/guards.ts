import type { Call } from "./define.ts";

/** Everything that stands between a stranger and a call, as its contract declares it. */
export type Guards = {
  readonly who: "anybody" | "signed in";
  /** Whether the request must be signed by a page that could read our answers (and must not come from another site). */
  readonly proof: boolean;
  readonly origin: boolean;
  readonly robot: "never" | "always" | "once suspect";
  readonly rate: NonNullable<Call["rate"]>;
};

/** A call that changes something or belongs to somebody must be signed; what everybody may read need not be. */
export const needsProof = (call: Call): boolean =>
  call.proof !== "none" && (call.needs === "session" || call.path.startsWith("POST "));

const robots = { always: "always", whenAsked: "once suspect" } as const;

export const guardsOf = (call: Call): Guards => ({
  who: call.needs === "session" ? "signed in" : "anybody",
  proof: needsProof(call),
  origin: call.path.startsWith("POST "),
  robot: call.robot === undefined ? "never" : robots[call.robot],
  rate: call.rate ?? "read",
});

const mark = (isSo: boolean): string => (isSo ? "yes" : "–");

/** The table of docs/reference/guards.md. A test holds the two together, another asks every call without its guards. */
export function guardTable(calls: readonly Call[]): string {
  const rows = calls.map((call) => {
    const { who, proof, origin, robot, rate } = guardsOf(call);
    return `| \`${call.path}\` | ${who} | ${mark(proof)} | ${mark(origin)} | ${robot} | ${rate} | ${call.owner} |`;
  });
  return [
    "# Who may call what",
    "",
    "Made from the catalogue by `contracts/src/guards.ts`; a test says when it is out of date, `UPDATE_REFERENCE=1 pnpm test guards` writes it anew.",
    "There are two roles, a visitor and a signed-in trader; a trader reaches what is his own and nothing else. Proof: the request is signed (decision",
    "0016). Origin: refused from pages of other sites.",
    "",
    "| Call | Who | Proof | Origin | Robot check | Allowance | Owner |",
    "|---|---|---|---|---|---|---|",
    ...rows.toSorted(),
    "",
  ].join("\n");
}

import type { OwnLeaf, PathCheck, PathProblem, ProofFile, PublishedAsset } from "@tidemark/contracts";

/** What is saved and what is checked are one thing: `verify-funds.mjs` reads the same. */
export type SavedProof = ProofFile & { readonly scale: number };

/** The leaf as the account was given it, with root and sum as everybody was given them. */
export function proofOf(leaf: OwnLeaf, { root, sum }: Pick<PublishedAsset, "root" | "sum">): SavedProof {
  const { stateSeq, asset, scale, uid, nonce, balance, index, siblings } = leaf;
  return { stateSeq, asset, scale, uid, nonce, balance, index, siblings, root, sum };
}

export const fileNameOf = ({ asset, stateSeq }: Pick<ProofFile, "asset" | "stateSeq">): string =>
  `proof-${asset}-${stateSeq}.json`;

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

type CheckId = "account" | "ledger" | "leaf" | "path" | "root";
/** `open`: not run yet, not reached, or nothing to compare with. */
export type Check = { readonly id: CheckId; readonly state: "passed" | "failed" | "open" };

/** `partly`: the path is right, but the ledger gave no balance to compare the leaf with. */
type Verdict = "unchecked" | "verified" | "partly" | "failed";

export type CheckedProof = {
  readonly checks: readonly Check[];
  readonly verdict: Verdict;
  readonly problem: PathProblem | undefined;
};

type Compared = {
  /** The number of the account that is signed in. */
  readonly uid: number;
  /** Units that the ledger's lines say; undefined while they say nothing. */
  readonly held: bigint | undefined;
};

/** The step that finds each problem; what comes after it is not reached. */
const foundBy: Readonly<Record<PathProblem, number>> = {
  balance_out_of_range: 0,
  sibling_out_of_range: 1,
  sum_out_of_range: 1,
  root_differs: 2,
  sum_differs: 2,
};
const steps = ["leaf", "path", "root"] as const;

const pathChecks = ({ problem }: PathCheck): Check[] =>
  steps.map((id, at) => {
    const stop = problem === undefined ? steps.length : foundBy[problem];
    return { id, state: at < stop ? "passed" : at === stop ? "failed" : "open" };
  });

const is = (isGood: boolean): Check["state"] => (isGood ? "passed" : "failed");

/** What the check of a path and the comparison with the account's own records come to. `path` is undefined until it was run. */
export function checkedProof(proof: ProofFile, { uid, held }: Compared, path: PathCheck | undefined): CheckedProof {
  if (path === undefined) {
    const ids = ["account", "ledger", ...steps] as const;
    return { checks: ids.map((id) => ({ id, state: "open" })), verdict: "unchecked", problem: undefined };
  }
  const checks: Check[] = [
    { id: "account", state: is(proof.uid === uid) },
    { id: "ledger", state: held === undefined ? "open" : is(held === BigInt(proof.balance)) },
    ...pathChecks(path),
  ];
  const isFailed = checks.some(({ state }) => state === "failed");
  const verdict = isFailed ? "failed" : held === undefined ? "partly" : "verified";
  return { checks, verdict, problem: path.problem };
}

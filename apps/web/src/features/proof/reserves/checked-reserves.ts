import {
  checkReserve,
  type HeldSum,
  heldSums,
  type PublishedFunds,
  type PublishedReserve,
  type ReserveCheck,
  type ReservesFile,
} from "@tidemark/contracts";

export type CheckedReserves = {
  /** What is saved and what is checked are one thing: `verify-funds.mjs` reads the same. */
  readonly file: ReservesFile;
  readonly checks: readonly ReserveCheck[];
  readonly sums: readonly HeldSum[];
  /** Of addresses that could sign. */
  readonly signed: number;
  readonly named: number;
  readonly state: "none" | "signed" | "wrong";
};

/** What the addresses of a publication come to, by the function of the verifier file. */
export function checkedReserves(
  { stateSeq, at, assets }: Pick<PublishedFunds, "stateSeq" | "at" | "assets">,
  reserves: readonly PublishedReserve[],
): CheckedReserves {
  const file = { stateSeq, at, assets: assets.map(({ asset, root, sum }) => ({ asset, root, sum })), reserves };
  const checks = reserves.map((one) => checkReserve(file, one));
  const signed = checks.filter(({ state }) => state === "signed").length;
  const isWrong = checks.some(({ state }) => state === "wrong");
  return {
    file,
    checks,
    sums: heldSums(file, checks),
    signed,
    named: reserves.filter(({ text }) => text !== "").length,
    state: isWrong ? "wrong" : signed > 0 ? "signed" : "none",
  };
}

/** Percent with one decimal, cut off: 99.96 is not 100. Undefined where nothing is owed. */
export function coveredText({ owed, signed }: HeldSum): string | undefined {
  if (owed === 0n) return undefined;
  const tenths = (signed * 1_000n) / owed;
  return `${tenths / 10n}.${tenths % 10n}%`;
}

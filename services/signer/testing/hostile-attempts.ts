import { type WithdrawalIntent } from "@tidemark/contracts";
import type { Dice } from "@tidemark/kit-testing";
import {
  type ApproverName,
  approvedBy,
  coldAddress,
  eth,
  hotAddress,
  intentOf,
  lineOf,
  partsOf,
  serialized,
  testKeys,
  tokenContract,
  unknownKey,
  userAddress,
} from "./fixture.ts";
import { attacker, attacks, type Draft, onTransaction } from "./hostile-attacks.ts";

export type Attempt = {
  readonly name: string;
  readonly kind: "withdraw" | "sweep" | "fund_gas" | "cancel";
  readonly line: string;
  /** The intent that really was approved, and by whom; none where every approval is forged. */
  readonly genuine: { readonly intent: WithdrawalIntent; readonly names: readonly ApproverName[] } | undefined;
  /** The nonce that it was written for. */
  readonly nonce: number;
  /** Deposit addresses that the request names. */
  readonly indexes: readonly number[];
};

type Situation = {
  readonly dice: Dice;
  readonly now: number;
  readonly nonceNext: number;
  /** Attempts of before, which are replayed. */
  readonly earlier: Attempt[];
};

function draftOf({ dice, now, nonceNext }: Situation): Draft {
  const isToken = dice.below(2) === 0;
  const coins = dice.pick([0.5, 1, 2, 3, 6, 9, 10, 11]);
  const amount = isToken ? BigInt(coins * 1e6) : eth(coins);
  const expiresAt = now + dice.pick([3_600_000, 60_000, 1, 0, -1]);
  const intent = intentOf({
    amount,
    expiresAt,
    address: dice.pick([userAddress, coldAddress]),
    ...(isToken ? { tokenContract } : {}),
  });
  const names: readonly ApproverName[] =
    coins > 5 ? ["platform", "anna", "ben"] : coins > 2 ? ["platform", "ben"] : ["platform"];
  return { intent, names, approved: approvedBy(intent, names), parts: partsOf(intent, nonceNext) };
}

function withdrawalAttempt(situation: Situation): Attempt {
  const { dice } = situation;
  const draft = draftOf(situation);
  // One in eight is honest: a signer that refused everything would pass every other test.
  const chosen = dice.below(8) === 0 ? [] : Array.from({ length: 1 + dice.below(2) }, () => dice.pick(attacks));
  for (const [, change] of chosen) change(draft, dice);
  draft.parts.nonce = Math.max(0, draft.parts.nonce!);
  let { transaction } = draft;
  // Parts that the library itself does not write, such as data of half a byte, are no attack on the signer.
  try {
    transaction ??= serialized(draft.parts);
  } catch {
    transaction = "0x02";
  }
  const request = { kind: "withdraw", transaction, approved: draft.approved, ...draft.request };
  return {
    name: chosen.map(([name]) => name).join(" + ") || "honest",
    kind: "withdraw",
    line: dice.below(50) === 0 ? lineOf(request, unknownKey) : lineOf(request),
    genuine: draft.isForged === true ? undefined : { intent: draft.intent, names: draft.names },
    nonce: draft.parts.nonce,
    indexes: [],
  };
}

/** Another approved intent of the same amount and address, with the very bytes of the earlier one. */
function twin(
  before: Attempt,
  { address, amount, tokenContract: token, expiresAt }: WithdrawalIntent,
  names: readonly ApproverName[],
): Attempt {
  const intent = intentOf({ address, amount, expiresAt, ...(token === null ? {} : { tokenContract: token }) });
  const transaction = serialized(partsOf(intent, before.nonce));
  const line_ = lineOf({ kind: "withdraw", transaction, approved: approvedBy(intent, names) });
  return { ...before, name: "twin", line: line_, genuine: { intent, names } };
}

/** The same approved intent once more: at the next nonce, at its own with another fee, or to another address. */
function replay({ dice, nonceNext, earlier }: Situation): Attempt {
  const before = dice.pick(earlier);
  if (before.genuine === undefined || dice.below(3) === 0) return { ...before, name: `replayed ${before.name}` };
  const { intent, names } = before.genuine;
  if (dice.below(3) === 0) return twin(before, intent, names);
  const parts = partsOf(
    intent,
    dice.pick([nonceNext, nonceNext - 1, dice.below(nonceNext + 1)]),
    BigInt(1 + dice.below(220)),
  );
  parts.nonce = Math.max(0, parts.nonce!);
  if (dice.below(4) === 0) parts.to = attacker;
  const transaction = serialized(parts);
  const line_ = lineOf({ kind: "withdraw", transaction, approved: approvedBy(intent, names) });
  return { ...before, name: "intent replayed", line: line_ };
}

function ownMove({ dice, nonceNext }: Situation): Attempt {
  const kind = dice.pick(["sweep", "fund_gas", "cancel"] as const);
  const index = dice.below(3);
  const isFromHot = kind !== "sweep" || dice.below(2) === 0;
  const to = dice.pick([
    attacker,
    hotAddress,
    coldAddress,
    testKeys.addressOf(index),
    testKeys.addressOf(index + 1),
    userAddress,
  ]);
  const nonce = isFromHot ? Math.max(0, nonceNext - dice.below(2)) : dice.below(3);
  const intent = intentOf({
    address: to,
    amount: dice.pick([1n, eth(0.005), eth(0.5)]),
    ...(dice.below(3) === 0 ? { tokenContract } : {}),
  });
  const parts = partsOf(intent, nonce, BigInt(1 + dice.below(40)));
  if (kind === "cancel" && dice.below(2) === 0) parts.value = 0n;
  if (dice.below(5) === 0)
    dice.pick(onTransaction)[1]({ intent, names: [], approved: { intent: "", approvals: [] }, parts }, dice);
  parts.nonce = Math.max(0, parts.nonce!);
  const of = { sweep: { from: isFromHot ? "hot" : index }, fund_gas: { to: index }, cancel: {} }[kind];
  return {
    name: kind,
    kind,
    line: lineOf({ kind, transaction: serialized(parts), ...of }),
    genuine: undefined,
    nonce,
    indexes: [index],
  };
}

const earlierMax = 500;

export function attemptOf(situation: Situation): Attempt {
  const { dice, earlier } = situation;
  const which = dice.below(10);
  if (which === 0) return ownMove(situation);
  if (which <= 2 && earlier.length > 0) return replay(situation);
  const attempt = withdrawalAttempt(situation);
  if (earlier.length < earlierMax) earlier.push(attempt);
  else earlier[dice.below(earlierMax)] = attempt;
  return attempt;
}

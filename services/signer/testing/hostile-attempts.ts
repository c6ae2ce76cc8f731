import { type ApprovedWithdrawal, type WithdrawalIntent } from "@tidemark/contracts";
import { serializeTransaction } from "viem";
import {
  type ApproverName,
  approvedBy,
  chainId,
  coldAddress,
  eth,
  hotAddress,
  intentOf,
  lineOf,
  partsOf,
  serialized,
  testKeys,
  tokenContract,
  transferData,
  type TransactionParts,
  unknownKey,
  userAddress,
} from "./fixture.ts";

export type Dice = { below(max: number): number; pick<T>(list: readonly T[]): T };

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

/** A request before it becomes a line: each attack changes one or more of its parts. */
type Draft = {
  intent: WithdrawalIntent;
  names: readonly ApproverName[];
  approved: ApprovedWithdrawal;
  parts: TransactionParts;
  /** Set where the attack writes the transaction itself. */
  transaction?: string;
  request?: object;
  isForged?: boolean;
};
type Attack = readonly [name: string, change: (draft: Draft, dice: Dice) => void];

const attacker = "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb";
const word = (value: bigint | string): string =>
  (typeof value === "bigint" ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, "0");
type Hex = `0x${string}`;

const calls: readonly ((amount: bigint) => Hex)[] = [
  (amount) => `0x095ea7b3${word(attacker)}${word(amount)}`, // approve
  (amount) => `0x23b872dd${word(hotAddress)}${word(attacker)}${word(amount)}`, // transferFrom
  (amount) => `0x39509351${word(attacker)}${word(amount)}`, // increaseAllowance
  () => `0x3659cfe6${word(attacker)}`, // upgradeTo of a proxy
  () => `0xf2fde38b${word(attacker)}`, // transferOwnership
  () => `0xac9650d8${word(32n)}${word(0n)}`, // multicall
  (amount) => `0x6a761202${word(attacker)}${word(amount)}`, // execTransaction of a Safe
  (amount) => `0xa9059cbc${word(attacker)}${word(amount)}`, // a selector one off
  () => "0xa9059cbb",
  () => "0x00",
];

const onTransaction: readonly Attack[] = [
  ["recipient", (draft) => void (draft.parts.to = attacker)],
  ["recipient of the call", (draft) => void (draft.parts.data = transferData(attacker, draft.intent.amount))],
  ["amount", (draft, dice) => void (draft.parts.value = draft.intent.amount + BigInt(dice.pick([1, -1, 1e6])))],
  [
    "amount of the call",
    (draft, dice) =>
      void (draft.parts.data = transferData(draft.intent.address, draft.intent.amount + BigInt(1 + dice.below(9)))),
  ],
  ["coins with a call", (draft) => Object.assign(draft.parts, { data: transferData(attacker, 1n), value: 1n })],
  ["function", (draft, dice) => void (draft.parts.data = dice.pick(calls)(draft.intent.amount))],
  [
    "function of the token",
    (draft, dice) =>
      Object.assign(draft.parts, { to: tokenContract, value: 0n, data: dice.pick(calls)(draft.intent.amount) }),
  ],
  ["extra data", (draft) => void (draft.parts.data = `${draft.parts.data ?? "0x"}00`)],
  [
    "short data",
    (draft) => void (draft.parts.data = transferData(draft.intent.address, draft.intent.amount).slice(0, -2) as Hex),
  ],
  [
    "bytes before the address",
    (draft) =>
      void (draft.parts.data = transferData(draft.intent.address, draft.intent.amount).replace(
        "a9059cbb00",
        "a9059cbb01",
      ) as Hex),
  ],
  [
    "other token",
    (draft) =>
      Object.assign(draft.parts, {
        to: attacker,
        value: 0n,
        data: transferData(draft.intent.address, draft.intent.amount),
      }),
  ],
  [
    "contract creation",
    (draft) => {
      delete draft.parts.to;
      draft.parts.data = "0x6001600101";
    },
  ],
  ["contract creation without code", (draft) => void delete draft.parts.to],
  ["access list", (draft) => void (draft.parts.accessList = [{ address: tokenContract, storageKeys: [] }])],
  ["chain", (draft, dice) => void (draft.parts.chainId = dice.pick([1, 56, chainId + 1]))],
  ["gas price", (draft) => void (draft.parts.maxFeePerGas = 201n * 10n ** 9n)],
  ["gas limit", (draft, dice) => void (draft.parts.gas = dice.pick([100_001n, 30_000_000n, 2n ** 63n]))],
  ["fee together", (draft) => Object.assign(draft.parts, { gas: 100_000n, maxFeePerGas: 200n * 10n ** 9n + 1n })],
  ["nonce", (draft, dice) => void (draft.parts.nonce = draft.parts.nonce! + dice.pick([1, 2, 1_000, -1, -2]))],
];

const legacy = (draft: Draft): string =>
  serializeTransaction({
    type: "legacy",
    chainId,
    to: draft.intent.address as Hex,
    value: draft.intent.amount,
    nonce: draft.parts.nonce!,
    gas: 21_000n,
    gasPrice: 10n ** 9n,
  });
const type2930 = (draft: Draft): string =>
  serializeTransaction({
    type: "eip2930",
    chainId,
    to: draft.intent.address as Hex,
    value: draft.intent.amount,
    nonce: draft.parts.nonce!,
    gas: 21_000n,
    gasPrice: 10n ** 9n,
  });
const type7702 = (draft: Draft): string =>
  serializeTransaction({
    type: "eip7702",
    chainId,
    to: draft.intent.address as Hex,
    value: draft.intent.amount,
    nonce: draft.parts.nonce!,
    gas: 60_000n,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 1n,
    authorizationList: [{ address: attacker, chainId, nonce: 0, r: word(1n) as Hex, s: word(1n) as Hex, yParity: 0 }],
  });

function changedByte(text: string, dice: Dice): string {
  const bytes = Buffer.from(text.slice(2), "hex");
  const at = dice.below(bytes.length);
  const how = dice.below(3);
  if (how === 0) bytes[at] = dice.below(256);
  const changed =
    how === 1
      ? Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
      : how === 2
        ? Buffer.concat([bytes.subarray(0, at), Buffer.of(dice.below(256)), bytes.subarray(at)])
        : bytes;
  return `0x${changed.toString("hex")}`;
}

const onBytes: readonly Attack[] = [
  ["a byte", (draft, dice) => void (draft.transaction = changedByte(serialized(draft.parts), dice))],
  ["bytes after the end", (draft) => void (draft.transaction = `${serialized(draft.parts)}00`)],
  ["legacy", (draft) => void (draft.transaction = legacy(draft))],
  ["type 2930", (draft) => void (draft.transaction = type2930(draft))],
  ["type 7702", (draft) => void (draft.transaction = type7702(draft))],
  [
    "type byte",
    (draft, dice) => void (draft.transaction = `0x0${dice.pick([0, 1, 3, 4, 5])}${serialized(draft.parts).slice(4)}`),
  ],
  [
    "signed already",
    (draft) =>
      void (draft.transaction = serializeTransaction(
        { type: "eip1559", chainId, ...draft.parts },
        { r: `0x${word(5n)}`, s: `0x${word(6n)}`, yParity: 0 },
      )),
  ],
  ["upper case", (draft) => void (draft.transaction = serialized(draft.parts).toUpperCase().replace("0X", "0x"))],
  ["nothing", (draft) => void (draft.transaction = "0x")],
];

const forge = (draft: Draft, part: Partial<ApprovedWithdrawal>): void => {
  draft.approved = { ...draft.approved, ...part };
  draft.isForged = true;
};
/** Really approved, by these; whatever was forged before is gone with it. */
const approve = (draft: Draft, names: readonly ApproverName[]): void => {
  draft.names = names;
  draft.approved = approvedBy(draft.intent, names);
  draft.isForged = false;
};
const line = (text: string, name: string, value: string): string =>
  text.replace(new RegExp(`^${name}: .*$`, "m"), `${name}: ${value}`);

const onApprovals: readonly Attack[] = [
  [
    "address in the text",
    (draft) => {
      forge(draft, { intent: line(draft.approved.intent, "address", attacker) });
      draft.parts.to = attacker;
    },
  ],
  [
    "amount in the text",
    (draft) => {
      const amount = draft.intent.amount * 2n;
      forge(draft, { intent: line(draft.approved.intent, "amount", String(amount)) });
      draft.parts.value = amount;
    },
  ],
  ["fee cap in the text", (draft) => forge(draft, { intent: line(draft.approved.intent, "fee cap", "9".repeat(30)) })],
  ["expiry in the text", (draft) => forge(draft, { intent: line(draft.approved.intent, "expires", "9999999999999") })],
  [
    "id in the text",
    (draft) => forge(draft, { intent: line(draft.approved.intent, "id", "99999999-9999-4999-8999-999999999999") }),
  ],
  ["a second line", (draft) => forge(draft, { intent: `${draft.approved.intent}address: ${attacker}\n` })],
  ["other line ends", (draft) => forge(draft, { intent: draft.approved.intent.replaceAll("\n", "\r\n") })],
  ["no approvals", (draft) => forge(draft, { approvals: [] })],
  ["approvals of another", (draft) => forge(draft, { approvals: approvedBy(intentOf(), draft.names).approvals })],
  [
    "a signature's byte",
    (draft) =>
      forge(draft, {
        approvals: draft.approved.approvals.map((approval) => ({
          ...approval,
          signature: approval.signature.replace(/^../, (two) => (two === "00" ? "01" : "00")),
        })),
      }),
  ],
  [
    "a zero signature",
    (draft) =>
      forge(draft, {
        approvals: draft.approved.approvals.map((approval) => ({ ...approval, signature: "0".repeat(128) })),
      }),
  ],
  [
    "operators alone",
    (draft) => {
      approve(draft, ["anna", "ben"]);
    },
  ],
  [
    "one operator twice",
    (draft) => {
      approve(draft, ["platform", "anna", "anna"]);
    },
  ],
  [
    "too few operators",
    (draft) => {
      approve(draft, ["platform"]);
    },
  ],
  [
    "a name twice as another",
    (draft) =>
      forge(draft, { approvals: [...draft.approved.approvals, { ...draft.approved.approvals[0]!, approver: "ben" }] }),
  ],
];

const onRequest: readonly Attack[] = [
  ["other network", (draft) => void (draft.request = { network: "BSC" })],
  ["own field", (draft) => void (draft.request = { isApproved: true })],
  [
    "other kind",
    (draft, dice) => void (draft.request = { kind: dice.pick(["sign", "sweep", "transfer", "__proto__"]) }),
  ],
  ["prototype", (draft) => void (draft.request = JSON.parse('{"__proto__":{"kind":"sweep"}}') as object)],
];

const attacks = [...onTransaction, ...onTransaction, ...onBytes, ...onApprovals, ...onRequest];

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

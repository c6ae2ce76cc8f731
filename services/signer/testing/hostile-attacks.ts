import { type ApprovedWithdrawal, type WithdrawalIntent } from "@tidemark/contracts";
import type { Dice } from "@tidemark/kit-testing";
import { serializeTransaction } from "viem";
import {
  type ApproverName,
  approvedBy,
  chainId,
  hotAddress,
  intentOf,
  serialized,
  tokenContract,
  transferData,
  type TransactionParts,
} from "./fixture.ts";

/** A request before it becomes a line: each attack changes one or more of its parts. */
export type Draft = {
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

export const attacker = "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb";
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

export const onTransaction: readonly Attack[] = [
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

/** Those on the transaction twice as often: they are what a signature would be given to. */
export const attacks: readonly Attack[] = [
  ...onTransaction,
  ...onTransaction,
  ...onBytes,
  ...onApprovals,
  ...onRequest,
];

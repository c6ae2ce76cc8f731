import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ApprovedWithdrawal,
  signerRequestHead,
  type WithdrawalIntent,
  withdrawalIntentBytes,
  withdrawalIntentText,
} from "@tidemark/contracts";
import { serializeTransaction, type TransactionSerializableEIP1559 } from "viem";
import { type Keys } from "../src/keys.ts";
import { mnemonicKeys } from "../src/mnemonic-keys.ts";
import { readPolicy } from "../src/policy.ts";
import { rateLimit } from "../src/rate-limit.ts";
import { openSigner, type Signer } from "../src/signer.ts";
import { createStore, openStore, type Store } from "../src/store.ts";

/** Words of a test, in every library of the field; no coin was ever sent to them in earnest. */
export const testWords = `${"abandon ".repeat(23)}art`;
export const testKeys = mnemonicKeys(testWords);
export const hotAddress = testKeys.addressOf("hot");
export const coldAddress = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const tokenContract = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
export const userAddress = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

const privateHead = Buffer.from("302e020100300506032b657004220420", "hex");
const privateKey = (byte: number): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privateHead, Buffer.alloc(32, byte)]), format: "der", type: "pkcs8" });
const publicHex = (key: KeyObject): string =>
  createPublicKey(key).export({ format: "der", type: "spki" }).subarray(12).toString("hex");

const approverKeys = { platform: privateKey(1), anna: privateKey(2), ben: privateKey(3) } as const;
export type ApproverName = keyof typeof approverKeys;
const walletKey = privateKey(4);
/** In no policy. */
export const unknownKey = privateKey(9);

const gwei = 10n ** 9n;
export const chainId = 31_337;
const caps = { transaction: "10", hour: "30", day: "50" };

/** Two operators above 5 coins of either asset; one above 2. */
export const policyDocument = {
  networks: {
    ETHEREUM: {
      chainId: String(chainId),
      coin: "ETH",
      assets: { ETH: { contract: null, decimals: 18 }, USDT: { contract: tokenContract, decimals: 6 } },
      coldAddress,
      hotNonceFirst: "0",
      gasPriceMax: String(200n * gwei),
      gasLimitMax: "100000",
      feeCaps: { transaction: "0.02", hour: "1", day: "2" },
      gasFundingMax: "0.01",
    },
  },
  assets: {
    ETH: {
      caps,
      operators: [
        { above: "2", count: 1 },
        { above: "5", count: 2 },
      ],
    },
    USDT: {
      caps,
      operators: [
        { above: "2", count: 1 },
        { above: "5", count: 2 },
      ],
    },
  },
  approvers: {
    platform: { role: "platform", publicKey: publicHex(approverKeys.platform) },
    anna: { role: "operator", publicKey: publicHex(approverKeys.anna) },
    ben: { role: "operator", publicKey: publicHex(approverKeys.ben) },
  },
  requesters: [publicHex(walletKey)],
};

export const eth = (text: number): bigint => BigInt(Math.round(text * 1e6)) * 10n ** 12n;
export const usdt = (text: number): bigint => BigInt(Math.round(text * 1e6));

let idLast = 0;
const intentId = (): string => `00000000-0000-4000-8000-${(idLast += 1).toString(16).padStart(12, "0")}`;

/** One coin of ETH to the user, valid for an hour of the fixture's clock. */
export function intentOf(part: Partial<WithdrawalIntent> = {}): WithdrawalIntent {
  return {
    id: intentId(),
    asset: part.tokenContract === undefined || part.tokenContract === null ? "ETH" : "USDT",
    network: "ETHEREUM",
    tokenContract: null,
    address: userAddress,
    memo: "",
    amount: part.tokenContract === undefined || part.tokenContract === null ? eth(1) : usdt(1),
    feeCap: eth(0.02),
    expiresAt: startAt + 3_600_000,
    ...part,
  };
}

export function approvedBy(intent: WithdrawalIntent, names: readonly ApproverName[]): ApprovedWithdrawal {
  const bytes = withdrawalIntentBytes(intent);
  return {
    intent: withdrawalIntentText(intent),
    approvals: names.map((approver) => ({
      approver,
      signature: sign(null, bytes, approverKeys[approver]).toString("hex"),
    })),
  };
}

export const transferData = (to: string, amount: bigint): `0x${string}` =>
  `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, "0")}${amount.toString(16).padStart(64, "0")}`;

export type TransactionParts = Omit<TransactionSerializableEIP1559, "type" | "chainId"> & { chainId?: number };

export const serialized = (parts: TransactionParts): string =>
  serializeTransaction({ type: "eip1559", chainId, ...parts });

/** The transaction that an intent asks for. */
export function partsOf(intent: WithdrawalIntent, nonce: number, feeGwei = 30n): TransactionParts {
  const fees = { maxFeePerGas: feeGwei * gwei, maxPriorityFeePerGas: gwei, nonce };
  return intent.tokenContract === null
    ? { ...fees, gas: 21_000n, to: intent.address as `0x${string}`, value: intent.amount }
    : {
        ...fees,
        gas: 60_000n,
        to: intent.tokenContract as `0x${string}`,
        value: 0n,
        data: transferData(intent.address, intent.amount),
      };
}

export function lineOf(request: object, key = walletKey): string {
  const text = JSON.stringify({ id: 1, network: "ETHEREUM", ...request });
  return `${sign(null, Buffer.from(signerRequestHead + text), key).toString("hex")} ${text}`;
}

export const withdrawLine = (
  intent: WithdrawalIntent,
  nonce: number,
  names: readonly ApproverName[] = ["platform"],
  feeGwei?: bigint,
): string =>
  lineOf({
    kind: "withdraw",
    transaction: serialized(partsOf(intent, nonce, feeGwei)),
    approved: approvedBy(intent, names),
  });

export const startAt = Date.parse("2026-11-01T12:00:00Z");

export type Fixture = {
  readonly signer: Signer;
  readonly store: Store;
  readonly path: string;
  /** Moves the clock. */
  pass(ms: number): void;
  /** As a restart: everything is read from the disk again. */
  reopen(): Fixture;
  end(): void;
};

export type FixtureParts = {
  readonly folder?: string;
  readonly perSecond?: number;
  readonly keys?: Keys;
  readonly policy?: object;
};

/** A signer in this process on a store of its own. */
export function openFixture(parts: FixtureParts = {}): Fixture {
  const base = parts.folder ?? tmpdir();
  mkdirSync(base, { recursive: true });
  const folder = mkdtempSync(join(base, "signer-"));
  const path = join(folder, "store.db");
  createStore(path, hotAddress);
  const clock = { now: startAt };
  return opened(folder, path, clock, parts);
}

function opened(folder: string, path: string, clock: { now: number }, parts: FixtureParts): Fixture {
  const store = openStore(path, hotAddress, () => clock.now);
  const signer = openSigner({
    policy: readPolicy(JSON.stringify(parts.policy ?? policyDocument)),
    keys: parts.keys ?? testKeys,
    store,
    rate: rateLimit(parts.perSecond ?? 1_000_000, () => performance.now()),
    alarm: () => undefined,
  });
  return {
    signer,
    store,
    path,
    pass: (ms) => void (clock.now += ms),
    reopen() {
      store.close();
      return opened(folder, path, clock, parts);
    },
    end() {
      store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

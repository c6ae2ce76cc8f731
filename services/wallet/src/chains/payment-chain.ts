import type { NetworkId } from "@tidemark/contracts";
import type { Chain } from "./chain.ts";

/** A token does not say a balance: its contract refuses, or there is none. */
export class TokenSilent extends Error {}

/** One effect: an amount of the coin, or of one token, to one address. */
export type Movement = {
  /** Null: the network's own coin. */
  readonly token: string | null;
  readonly to: string;
  readonly amount: bigint;
};

/** In the smallest units of the coin, for each unit of what a transaction uses: gas, or virtual bytes. */
export type FeeQuote = { readonly feeMax: bigint; readonly priorityFee: bigint };

/** An output of ours that an input spends. */
export type Coin = {
  readonly txid: string;
  readonly place: number;
  readonly key: "hot" | number;
  readonly amount: bigint;
};

/** Where a transaction stands, so that of several with one effect at most one can be mined: under a nonce, or with the same inputs. */
type Place = {
  readonly sender: string;
  readonly nonce: number;
  /** None on networks of accounts. */
  readonly inputs: readonly Coin[];
};

export type Unsigned = Movement &
  FeeQuote &
  Place & {
    /** The most that it uses: gas, or virtual bytes. */
    readonly gasLimit: number;
  };

/** What became of a transaction in a block. */
export type Receipt = {
  readonly height: number;
  readonly blockHash: string;
  readonly isSuccess: boolean;
  /** Whether the whole movement is in it: for a token its own event says so. */
  readonly hasEffect: boolean;
};

/** One network to pay on, through a node. Every answer is checked by shape; what is wrong throws. */
type AnyChain = Pick<Chain, "tip" | "headAt"> & {
  readonly network: NetworkId;
  /** The asset that fees are paid in. */
  readonly coin: string;
  fees(): Promise<FeeQuote>;
  /** At a block, or at the newest one. Throws TokenSilent where the token does not say. */
  balanceOf(token: string | null, address: string, blockHash?: string): Promise<bigint>;
  /** What blocks have of this address that was not signed here, where `nonce` is the next one here, in words; undefined: nothing. */
  unknownUse(address: string, nonce: number): Promise<string | undefined>;
  /** Whether blocks up to this height have a transaction in this place. */
  isTaken(place: Place, height: number): Promise<boolean>;
  /** The most that a transaction in this place may be planned to cost, within a cap. */
  feeRoom(send: Place & Movement, cap: bigint): bigint;
  /** Hex of the bytes that the signer is asked to sign. */
  unsigned(transaction: Unsigned): string;
  /** The id of signed bytes. Throws where they are not this transaction by this sender. */
  idOfSigned(raw: string, unsigned: string, sender: string): Promise<string>;
  /** Undefined: the node has it, or a block has one in its place. Otherwise what the node says against it. */
  broadcast(raw: string, txid: string): Promise<string | undefined>;
  /** Undefined: in no block of this chain. */
  receiptOf(txid: string, sender: string, movement: Movement): Promise<Receipt | undefined>;
};

/** Addresses have balances, and their transactions a nonce each, one after another. */
export type AccountChain = AnyChain & {
  /** The gas that the movement may use; undefined: it would fail as things are. */
  gasFor(from: string, movement: Movement): Promise<number | undefined>;
  /** How many transactions of the address are in blocks up to this height. */
  nonceAt(address: string, height: number): Promise<number>;
};

/** What a transaction can be made of. */
export type Selection = { readonly inputs: readonly Coin[]; readonly gasLimit: number };

/** Transactions spend whole coins of any own address; they do not wait for each other. */
export type CoinChain = AnyChain & {
  /** Coins in final blocks that nothing uses yet; of very many only the largest. */
  spendable(): Promise<readonly Coin[]>;
  /** The sum of all of them. */
  free(): Promise<bigint>;
  /** What the signer's keys can move at a block that was read, or at the newest one: of the hot address and of those of deposits. */
  withinReach(blockHash?: string): Promise<bigint>;
  /** Whether the blocks that were read lack one of these coins: a reorg took what was final. */
  lacks(coins: readonly Coin[]): Promise<boolean>;
  /** The coins to pay it with at this fee; undefined: there are not enough, or too many would be needed. */
  select(coins: readonly Coin[], movement: Movement, feeRate: bigint): Selection | undefined;
  /** Coins that are to become fewer, paid to an own address; undefined: there are not too many. */
  selectForConsolidation(coins: readonly Coin[], to: string, feeRate: bigint): Selection | undefined;
};

export type PaymentChain = AccountChain | CoinChain;
export const hasAccounts = (chain: PaymentChain): chain is AccountChain => "nonceAt" in chain;

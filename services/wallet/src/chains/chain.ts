import type { NetworkId } from "@tidemark/contracts";

/** A block by its place and identity. */
export type BlockHead = { readonly height: number; readonly hash: string; readonly parent: string };

/** A payment to some address in a successful transaction. What it is worth is known only by the registry, never by the chain. */
export type Transfer = {
  readonly txid: string;
  /**
   * Which of its transaction: of an EVM chain 0 is that of the network's own coin and n is the n-th log, of Bitcoin it is the output. The same in
   * whichever block the transaction is.
   */
  readonly place: number;
  readonly asset: string;
  /** In the form in which addresses are stored. */
  readonly to: string;
  readonly amount: bigint;
  /** Whose transaction paid the network's own coin; undefined where no single address did. */
  readonly sender?: string;
  /** The balance of the address grew by less than its transfers of this block say. */
  readonly isShort: boolean;
  /** Paid to the miner of its block: such coins cannot be moved before 100 blocks, and a reorg ends them for ever. */
  readonly isMined?: boolean;
};

/** An output that a block spends. */
export type Spend = { readonly txid: string; readonly place: number; readonly by: string };

type ChainTip = {
  readonly height: number;
  /** The newest block that the chain calls final; undefined where it does not say. */
  readonly finalized: number | undefined;
};

/** Which of these addresses are ours. */
export type OwnAddresses = (addresses: readonly string[]) => Promise<ReadonlySet<string>>;

/** One network, read through a node. Everything that a node answers is checked by shape before it is used; what is wrong throws. */
export type Chain = {
  readonly network: NetworkId;
  tip(): Promise<ChainTip>;
  /** Undefined: the chain has no block there. */
  headAt(height: number): Promise<BlockHead | undefined>;
  /** The transfers to own addresses in exactly this block, whatever the chain has at its height by now. */
  transfersIn(head: BlockHead, own: OwnAddresses): Promise<readonly Transfer[]>;
  /** Of a network of coins: all that the block spends, own coins or not. */
  spendsIn?(head: BlockHead): Promise<readonly Spend[]>;
};

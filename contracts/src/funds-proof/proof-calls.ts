import { z } from "zod";
import { ofTrader, publicRead } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, buckets, seq, signedDecimalText, sourceSeq, systemAccounts } from "../values.ts";

/** Units of this domain are whole numbers of the asset's smallest unit, `scale` decimals to one coin: what is hashed is what is sent. */
const unitsText = z.string().regex(/^\d{1,39}$/, "a whole number of units");
const signedUnitsText = z.string().regex(/^-?\d{1,39}$/, "a whole number of units");
const hashText = z.string().regex(/^[0-9a-f]{64}$/, "32 bytes in hex");
const scale = z.number().int().min(0).max(18);

/** The state that a publication was made from. */
const head = {
  /** The last journal sequence before `at`. */
  stateSeq: seq,
  stateHash: z.string().regex(/^[0-9a-f]{80}$/),
  /** The full hour (or other period) in milliseconds. */
  at: z.number().int(),
  /** Whether accounts can still ask for their leaf: the leaves of older publications are deleted, their roots stay. */
  hasLeaves: z.boolean(),
};

/** What the exchange itself has in an asset: coupon money, insurance funds, fees and the rest, each a leaf of its own. */
const systemSum = z.object({ account: z.enum(systemAccounts), units: unitsText });

const publishedAsset = z.object({
  asset: assetText,
  scale,
  root: hashText,
  /** Of all leaves: customers and system. */
  sum: unitsText,
  leaves: z.number().int(),
  customers: unitsText,
  system: z.array(systemSum),
  /** Coins received less coins sent, by the ledger: no statement of a chain. */
  custody: signedUnitsText,
  /** Balances of the ledger below zero; they lower no leaf. custody = sum + uncovered. */
  uncovered: signedUnitsText,
});

const publication = z.object({ ...sourceSeq, ...head, assets: z.array(publishedAsset) });
export type PublishedAsset = z.infer<typeof publishedAsset>;
export type PublishedFunds = z.infer<typeof publication>;

/** A place where coins of ours stand, and what its address has signed; `checkReserve` checks it. */
const reserve = z.object({
  network: z.string(),
  /** `deposits`: the sum of all deposit addresses. They are not named, for each is one customer's, and do not sign. */
  role: z.enum(["hot", "cold", "deposits"]),
  /** Empty for `deposits`. */
  address: z.string(),
  /** The block at which the balances were read. */
  block: z.number().int(),
  blockHash: z.string(),
  balances: z.array(z.object({ asset: assetText, units: unitsText })),
  /** What the address signs by EIP-191: sequence, hour, block and all roots. Empty for `deposits`, and on networks whose addresses sign no such text. */
  text: z.string(),
  /** Empty where it has not signed. */
  signature: z.string(),
});

const leafAnswer = z.object({
  ...sourceSeq,
  stateSeq: seq,
  asset: assetText,
  scale,
  uid: z.number().int(),
  balance: unitsText,
  /** Only this account is given it. */
  nonce: hashText,
  index: z.number().int(),
  /** From the lowest to the one below the root. */
  siblings: z.array(z.object({ hash: hashText, sum: unitsText })),
});
export type OwnLeaf = z.infer<typeof leafAnswer>;

/** The publications of liabilities, newest first. */
export const fundsProofList = defineCall({
  ...publicRead,
  name: "fundsProof.publications",
  path: "GET /market/v2/proof-of-funds/list",
  answers: "fundsProof",
  cacheMaxAgeSeconds: 30,
  ask: z.strictObject({ before: seq.optional(), pageSize: z.number().int().min(1).max(100).default(24) }),
  answer: z.object({
    ...sourceSeq,
    /** The period in milliseconds; the newest is late when more than that has passed since its `at`. */
    everyMs: z.number().int(),
    list: z.array(z.object(head)),
  }),
  refusals: [],
});

/** One publication by its sequence, or the newest. */
export const fundsProof = defineCall({
  ...publicRead,
  name: "fundsProof.publication",
  path: "GET /market/v2/proof-of-funds",
  answers: "fundsProof",
  cacheMaxAgeSeconds: 30,
  ask: z.strictObject({ stateSeq: seq.optional() }),
  answer: publication,
  refusals: ["NOT_FOUND"],
});

/** Where coins of ours stand on chains, read and signed after a publication. Empty where none was signed, or wallets do not pay. */
export const fundsReserves = defineCall({
  ...publicRead,
  owner: "wallet",
  name: "fundsProof.reserves",
  path: "GET /market/v2/proof-of-funds/reserves",
  answers: "own",
  body: "json",
  ask: z.strictObject({ stateSeq: seq }),
  answer: z.object({ list: z.array(reserve) }),
  refusals: ["BUSY"],
});

/**
 * The signed-in account's own leaf and the siblings on its way to the root; `checkPath` checks it. NOT_FOUND where the account had nothing
 * of the asset, or the leaves are deleted; BUSY while the tree of an older publication is built again.
 */
export const ownLeaf = defineCall({
  ...ofTrader,
  name: "fundsProof.ownLeaf",
  path: "GET /api/exchange-account-center-api/proof-of-funds/leaf",
  answers: "fundsProof",
  rate: "read",
  ask: z.strictObject({ stateSeq: seq, asset: assetText }),
  answer: leafAnswer,
  refusals: ["NOT_FOUND", "BUSY"],
});

/** The account's own balances behind a sequence, from the ledger's lines and not from the tree: what the leaf is held against. */
export const balancesAt = defineCall({
  ...ofTrader,
  name: "account.balancesAt",
  path: "GET /api/exchange-account-center-api/asset/balances-at",
  answers: "history",
  rate: "read",
  ask: z.strictObject({ stateSeq: seq, asset: assetText }),
  answer: z.object({
    ...sourceSeq,
    stateSeq: seq,
    rows: z.array(
      z.object({ product: z.number().int(), sub: z.string(), bucket: z.enum(buckets), amount: signedDecimalText }),
    ),
  }),
  refusals: ["BUSY"],
});

import { type BalanceRow, productIds, success } from "@tidemark/contracts";
import { type CommandDraft, keyOf } from "@tidemark/contracts/codec";
import { seededUids } from "@tidemark/gateway";
import { type CoreLink, sendList, type Unnumbered } from "./core-link.ts";
import { type Asset, assetId, assets, operatorList, units } from "./listing.ts";

const operatorProducer = 1;
const walletProducer = 2;

export const people = ["alice", "bob", "carol"] as const;
/** How many of the development session's bots have money: one maker per market and a few takers. */
export const fundedBots = 16;

/** What each person and each bot gets; the second number of a person stays in the wallet, so that there is something to transfer. */
const ofPerson: Record<Asset, string> = {
  USDT: "100000",
  USDC: "10000",
  BTC: "5",
  ETH: "50",
  SOL: "1000",
  XRP: "50000",
  DOGE: "500000",
  BNB: "100",
  TRX: "300000",
  LTC: "500",
};
const botsTimes = 100n;
const keptInWallet = 4n;

type Grant = { readonly uid: number; readonly asset: Asset; readonly amount: bigint; readonly toSpot: bigint };

function grants(): Grant[] {
  const list: Grant[] = [];
  for (const name of people)
    for (const asset of assets) {
      const amount = units(ofPerson[asset]);
      list.push({ uid: seededUids[name], asset, amount, toSpot: amount - amount / keptInWallet });
    }
  for (let i = 0; i < fundedBots; i += 1)
    for (const asset of assets) {
      const amount = units(ofPerson[asset]) * botsTimes;
      list.push({ uid: seededUids.firstBot + i, asset, amount, toSpot: amount });
    }
  return list;
}

const deposit = ({ uid, asset, amount }: Grant): Unnumbered => ({
  type: "credit_deposit",
  uid,
  asset: assetId(asset),
  amount,
  reference: `seed ${uid} ${asset}`,
});

const toSpot = ({ uid, asset, toSpot: amount }: Grant): CommandDraft => ({
  type: "transfer",
  uid,
  key: keyOf(`seed-${asset}`),
  fromProduct: productIds.wallet,
  fromSub: 0,
  toProduct: productIds.spot,
  toSub: 0,
  asset: assetId(asset),
  amount,
});

/** Whether the user's spot account of an asset has ever been opened: then it got its share already. */
async function hasSpotAccount(link: CoreLink, uid: number): Promise<(asset: string) => boolean> {
  const reply = await link.ask("now", { call: "account.balances", uid, ask: {} });
  const rows = reply.code === success ? (reply.data as { rows: BalanceRow[] }).rows : [];
  const opened = new Set(rows.filter((row) => row.product === productIds.spot).map((row) => row.asset));
  return (asset) => opened.has(asset);
}

export type Seeded = { readonly configured: number; readonly deposits: number; readonly transfers: number };

/** Lists assets and markets and gives the development accounts their money. Running it again changes nothing. */
export async function seed(link: CoreLink): Promise<Seeded> {
  const configured = await sendList(link, "operator", operatorProducer, operatorList);
  const all = grants();
  const deposits = await sendList(link, "wallet", walletProducer, all.map(deposit));
  const transfers: CommandDraft[] = [];
  for (const uid of new Set(all.map((grant) => grant.uid))) {
    const isOpened = await hasSpotAccount(link, uid);
    for (const grant of all) if (grant.uid === uid && !isOpened(grant.asset)) transfers.push(toSpot(grant));
  }
  if (transfers.length > 0) {
    const results = await link.send("user", transfers);
    const refused = results.find((result) => result.code !== success);
    if (refused !== undefined) throw new Error(`a transfer of the seed was refused with ${refused.code}`);
  }
  return { configured, deposits, transfers: transfers.length };
}

/** More money for one user, straight into the wallet: for tests that count it. */
export async function credit(link: CoreLink, uid: number, asset: Asset, amount: string): Promise<void> {
  const number = await link.nextNumber("wallet", walletProducer);
  const draft = deposit({ uid, asset, amount: units(amount), toSpot: 0n });
  const [result] = await link.send("wallet", [{ ...draft, producer: walletProducer, number } as CommandDraft]);
  if (result!.code !== success) throw new Error(`the deposit was refused with ${result!.code}`);
}

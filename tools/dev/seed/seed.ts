import { type BalanceRow, productIds, success } from "@tidemark/contracts";
import { type CommandDraft, keyOf } from "@tidemark/contracts/codec";
import { producers } from "@tidemark/contracts/journal";
import { systemClock } from "@tidemark/kit-node";
import { campaignCredits, campaignFunds } from "./campaigns.ts";
import { contractList, earnCredits, earnSeeds, laterList, treasuryCredits, treasuryMoves } from "./contracts.ts";
import { type CoreLink, sendList, type Unnumbered } from "../core-link.ts";
import { type Asset, assetId, assets, operatorList, units } from "./listing.ts";
import { people, seededUids } from "./people.ts";

const { operatorTools: operatorProducer, walletTools: walletProducer } = producers;

/** How many of the seeded bots have money: one maker per market and a taker for all, the same again for contracts. */
export const fundedBots = 16;
/** The taker, and four makers, each for two contracts. */
export const firstContractBot = 12;
export const contractMakers = 4;

/** What each person and each bot gets; a part of a person's stays in the wallet, so that there is something to transfer. */
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

type Funded = readonly (typeof people)[number][];
type Grant = { readonly uid: number; readonly asset: Asset; readonly amount: bigint };
type Move = Grant & { readonly toProduct: number };

function grants(funded: Funded): { deposits: Grant[]; moves: Move[] } {
  const deposits: Grant[] = [];
  const moves: Move[] = [];
  const give = (uid: number, asset: Asset, amount: bigint, kept: bigint): void => {
    deposits.push({ uid, asset, amount });
    moves.push({ uid, asset, amount: amount - kept, toProduct: productIds.spot });
  };
  for (const name of funded)
    for (const asset of assets) {
      const amount = units(ofPerson[asset]);
      give(seededUids[name], asset, amount, amount / keptInWallet);
    }
  for (let i = 0; i < fundedBots; i += 1)
    for (const asset of assets) give(seededUids.firstBot + i, asset, units(ofPerson[asset]) * botsTimes, 0n);
  return { deposits, moves };
}

/** What goes to the futures accounts: by product and asset, for a person (from the wallet) and for a bot (deposited on top). */
const futures: readonly { product: number; asset: Asset; ofPerson: string; ofBot: string }[] = [
  { product: productIds.futures_usdt, asset: "USDT", ofPerson: "10000", ofBot: "20000000" },
  { product: productIds.futures_btc, asset: "BTC", ofPerson: "0.5", ofBot: "200" },
  { product: productIds.futures_btc, asset: "ETH", ofPerson: "5", ofBot: "5000" },
];

function futuresGrants(funded: Funded): { deposits: Grant[]; moves: Move[] } {
  const deposits: Grant[] = [];
  const moves: Move[] = [];
  for (const { product, asset, ofPerson: share, ofBot } of futures) {
    for (const name of funded) moves.push({ uid: seededUids[name], asset, amount: units(share), toProduct: product });
    for (let bot = firstContractBot; bot <= fundedBots; bot += 1) {
      const grant = { uid: seededUids.firstBot + bot - 1, asset, amount: units(ofBot) };
      deposits.push(grant);
      moves.push({ ...grant, toProduct: product });
    }
  }
  return { deposits, moves };
}

const deposit = ({ uid, asset, amount }: Grant, place: number): Unnumbered => ({
  type: "credit_deposit",
  uid,
  asset: assetId(asset),
  amount,
  reference: `seed ${uid} ${asset} ${place}`,
});

const transfer = ({ uid, asset, amount, toProduct }: Move): CommandDraft => ({
  type: "transfer",
  uid,
  key: keyOf(`seed-${toProduct}-${asset}`),
  fromProduct: productIds.wallet,
  fromSub: 0,
  toProduct,
  toSub: 0,
  asset: assetId(asset),
  amount,
});

/** Whether the user's account of a product and asset has ever been opened: then it got its share already. */
async function openedAccounts(link: CoreLink, uid: number): Promise<(move: Move) => boolean> {
  const reply = await link.ask("now", { call: "account.balances", uid, ask: {} });
  const rows = reply.code === success ? (reply.data as { rows: BalanceRow[] }).rows : [];
  const opened = new Set(rows.map((row) => `${row.product} ${row.asset}`));
  return ({ toProduct, asset }) => opened.has(`${toProduct} ${asset}`);
}

export type Seeded = { readonly configured: number; readonly deposits: number; readonly transfers: number };

/**
 * Lists assets and markets and gives the company, the bots and the `funded` people their money. Running it again changes nothing.
 */
export async function seed(link: CoreLink, funded: Funded = people): Promise<Seeded> {
  const listing = [...operatorList, ...contractList];
  const [spot, perps] = [grants(funded), futuresGrants(funded)];
  const first = await sendList(link, "operator", operatorProducer, listing);
  const deposits = await sendList(link, "wallet", walletProducer, [
    ...[...spot.deposits, ...perps.deposits].map(deposit),
    ...treasuryCredits,
    ...earnCredits,
    ...campaignCredits,
  ]);
  // The company's money is there now, so that the operator can move it on.
  const second = await sendList(link, "operator", operatorProducer, [
    ...listing,
    ...treasuryMoves,
    ...laterList,
    ...earnSeeds,
    ...campaignFunds,
  ]);
  const moves = [...spot.moves, ...perps.moves];
  const uids = [...new Set(moves.map(({ uid }) => uid))];
  const wanted = await Promise.all(
    uids.map(async (uid) => {
      const isOpened = await openedAccounts(link, uid);
      return moves.filter((move) => move.uid === uid && !isOpened(move)).map(transfer);
    }),
  );
  const transfers = wanted.flat();
  if (transfers.length > 0) {
    const results = await link.send("user", transfers);
    const refused = results.find((result) => result.code !== success);
    if (refused !== undefined) throw new Error(`a transfer of the seed was refused with ${refused.code}`);
  }
  return { configured: first + second, deposits, transfers: transfers.length };
}

/** More money for one user, straight into the wallet: for tests that count it. */
export async function credit(link: CoreLink, uid: number, asset: Asset, amount: string): Promise<void> {
  const number = await link.nextNumber("wallet", walletProducer);
  const draft = deposit({ uid, asset, amount: units(amount) }, number);
  const [result] = await link.send("wallet", [{ ...draft, producer: walletProducer, number } as CommandDraft]);
  if (result!.code !== success) throw new Error(`the deposit was refused with ${result!.code}`);
}

/** More commands of the operator, after those of the seed: for tests that list a market of their own. */
export async function configure(link: CoreLink, commands: readonly Unnumbered[]): Promise<void> {
  const first = await link.nextNumber("operator", operatorProducer);
  const drafts = commands.map((one, i) => ({ ...one, producer: operatorProducer, number: first + i }) as CommandDraft);
  const refused = (await link.send("operator", drafts)).find((result) => result.code !== success);
  if (refused !== undefined) throw new Error(`a command of the operator was refused with ${refused.code}`);
}

const testCampaign = 7;
const wholeRatio = 100_000_000;
const bonusLastsMs = 30 * 86_400_000;

/** A trading bonus for one user, from a campaign that the operator funds with it: for tests of what ends it. */
export async function grantBonus(link: CoreLink, uid: number, amount: string): Promise<void> {
  const money = { campaign: testCampaign, amount: units(amount) };
  await configure(link, [
    { type: "fund_campaign", ...money, product: productIds.futures_usdt, asset: assetId("USDT") },
  ]);
  const number = await link.nextNumber("platform", producers.platformTools);
  const [result] = await link.send("platform", [
    {
      type: "grant_bonus",
      producer: producers.platformTools,
      number,
      uid,
      grant: number,
      ...money,
      kind: 0,
      ratio: wholeRatio,
      endsAt: systemClock.now() + bonusLastsMs,
      market: 0,
      minLeverage: 0,
      maxLeverage: 0,
    },
  ]);
  if (result!.code !== success) throw new Error(`the bonus was refused with ${result!.code}`);
}

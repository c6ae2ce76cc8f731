import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import {
  bitcoinFinalBlocks,
  type BitcoinPaymentsFixture,
  openBitcoinPaymentsFixture,
} from "./bitcoin-payments-fixture.ts";
import { type KillReport, killRun, type KillWorld } from "./kills.ts";
import { killedSigner } from "./signer-process.ts";

const network = "BITCOIN_REGTEST";
const coin = 100_000_000n;
/** More than one transaction spends, so that coins are joined meanwhile; and more than all withdrawals take. */
const hotCoinsMin = 60;
const withdrawalsPerHotCoin = 3;

/** Payments are counted without a gap, each coin has one spender, which is a transaction of ours, and the rows have what the node has. */
async function wrongCoins({ db, bitcoin, hotAddress }: BitcoinPaymentsFixture): Promise<string[]> {
  const wrong: string[] = [];
  const { rows: sends } = await sql<{ nonce: number; inputs: number; spent: number }>`
    select s.nonce::float8 as nonce, count(i.*)::int as inputs,
      count(c.*) filter (where c.spent_txid = s.txid)::int as spent
    from wallet.sends s join wallet.inputs i on i.send_id = s.id
    left join wallet.coins c on c.network = i.network and c.txid = i.txid and c.place = i.place
    where s.network = ${network} group by s.id order by s.nonce`.execute(db);
  for (const [place, { nonce, inputs, spent }] of sends.entries()) {
    if (nonce !== place) wrong.push(`payment ${nonce} stands at ${place}`);
    if (spent !== inputs) wrong.push(`payment ${nonce} has ${inputs} coins and spent ${spent}`);
  }
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(amount), 0)::text as amount from wallet.coins
    where network = ${network} and address = ${hotAddress} and spent_height is null`.execute(db);
  const atNode = await bitcoin.balanceOf(hotAddress);
  if (BigInt(rows[0]!.amount) !== atNode) wrong.push(`the hot address has ${rows[0]!.amount}, at the node ${atNode}`);
  return wrong;
}

/** Nothing is mined here but when it is asked for. */
const worldOf = (fixture: BitcoinPaymentsFixture): KillWorld => ({
  ...fixture,
  network,
  walletFile: fileURLToPath(new URL("killed-bitcoin-wallet.ts", import.meta.url)),
  blocksToEnd: 1,
  height: () => fixture.bitcoin.height(),
  mine: (blocks) => fixture.bitcoin.mine(blocks),
  setAutomine: async () => undefined,
  async approve(dice) {
    const amount = coin / 5n + BigInt(dice.below(1_000_000));
    const { coreId, to } = await fixture.approve(amount);
    return { coreId, amount, arrived: () => fixture.received(to) };
  },
  async deposit(dice, uid) {
    const amount = coin / 20n + BigInt(dice.below(1_000_000));
    await fixture.bitcoin.send([{ to: await fixture.addresses.of(uid, 1), amount }]);
    return { uid, units: amount };
  },
  wrongPlaces: () => wrongCoins(fixture),
});

/** Kills on a Bitcoin chain. */
export async function bitcoinKills(count: number, seed: number): Promise<KillReport> {
  const fixture = await openBitcoinPaymentsFixture({}, killedSigner);
  try {
    const length = Math.max(hotCoinsMin, Math.ceil(count / withdrawalsPerHotCoin));
    await fixture.bitcoin.send(Array.from({ length }, () => ({ to: fixture.hotAddress, amount: coin })));
    await fixture.mine(bitcoinFinalBlocks);
    return await killRun(worldOf(fixture), count, seed);
  } finally {
    await fixture.end();
  }
}

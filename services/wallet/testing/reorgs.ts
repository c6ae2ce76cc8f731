import { type Dice, diceOf } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { type Hex, parseEther } from "viem";
import { openEvmPayments } from "../src/chains/evm/evm-payments.ts";
import type { PaymentChain } from "../src/chains/payment-chain.ts";
import { type Fixture, openFixture, usdtContract } from "./fixture.ts";
import { finalBlocks } from "./payments-fixture.ts";

export type ReorgReport = {
  readonly seed: number;
  readonly schedules: number;
  readonly reorgs: number;
  readonly deepest: number;
  readonly deposits: number;
  readonly credited: number;
  readonly reversed: number;
  /** Where ledger and chain differ, what was reversed without need, and what was not; the goal is none. */
  readonly wrong: readonly string[];
};
/** Below: no deeper than what is not final. Beyond: deeper, so that credited deposits go too. */
export type ReorgDepths = "below" | "beyond";

/**
 * The node answers for the states of the newest 500 blocks or so that it has made, replaced ones among them: after so many schedules another is begun.
 * Deep ones make more blocks, and behind 690 the node lacked some that it had just made.
 */
const schedulesPerChain = { below: 5, beyond: 2 } as const;
const usersPerSchedule = 3;
const deepest = 2 * finalBlocks;

type Asset = "USDT" | "ETH";
const assets: readonly Asset[] = ["USDT", "ETH"];
const assetId = { USDT: 1, ETH: 3 } as const;
/** The chain's units in the ledger's: USDT has 6 decimals there and 8 here, the coin 18. */
const unitsOf = (asset: Asset, amount: bigint): bigint => (asset === "USDT" ? amount * 100n : amount / 10n ** 10n);

const scanTries = 5;
const scanAgainMs = 500;

type User = { readonly uid: number; readonly address: Hex };
type Counts = { reorgs: number; deepest: number; deposits: number };

/** Random schedules of payments, blocks and reorgs on a real chain; after every look of the scanner the ledger's commands are held against it. */
export async function reorgRun(count: number, seed: number, depths: ReorgDepths): Promise<ReorgReport> {
  const counts: Counts = { reorgs: 0, deepest: 0, deposits: 0 };
  const wrong: string[] = [];
  let [credited, reversed] = [0, 0];
  for (let from = 0; from < count; from += schedulesPerChain[depths]) {
    const fixture = await openFixture();
    try {
      const chain = await openEvmPayments({ network: "LOCAL_EVM", url: fixture.anvil.url, timeoutMs: 5_000 });
      for (let at = from; at < Math.min(count, from + schedulesPerChain[depths]); at += 1) {
        const schedule = new Schedule(fixture, chain, diceOf(`${seed} ${depths} ${at}`), counts, 1_000 + at * 10);
        for (const problem of await schedule.play(depths)) wrong.push(`seed ${seed}, schedule ${at}: ${problem}`);
      }
      const commands = await fixture.commands();
      credited += commands.filter(({ type }) => type === "credit_deposit").length;
      reversed += commands.filter(({ type }) => type === "reverse_deposit").length;
    } finally {
      await fixture.end();
    }
  }
  return { seed, schedules: count, ...counts, credited, reversed, wrong };
}

class Schedule {
  readonly #fixture: Fixture;
  readonly #chain: PaymentChain;
  readonly #dice: Dice;
  readonly #counts: Counts;
  readonly #firstUid: number;
  readonly #users: User[] = [];
  readonly #sent: Hex[] = [];
  readonly #wrong = new Set<string>();
  /** Credited ones that another block has now stay credited, and are final again later. */
  #isUnsettled = false;
  /** No deeper than the blocks of this schedule: those before it are not played with. */
  #first = 0;

  constructor(fixture: Fixture, chain: PaymentChain, dice: Dice, counts: Counts, firstUid: number) {
    this.#fixture = fixture;
    this.#chain = chain;
    this.#dice = dice;
    this.#counts = counts;
    this.#firstUid = firstUid;
  }

  async play(depths: ReorgDepths): Promise<readonly string[]> {
    const { addresses } = this.#fixture;
    for (let uid = this.#firstUid; uid < this.#firstUid + usersPerSchedule; uid += 1)
      this.#users.push({ uid, address: (await addresses.of(uid, 1)) as Hex });
    this.#first = await this.#height();
    await sql`delete from wallet.halts`.execute(this.#fixture.db);
    await this.#pay();
    for (let steps = 3 + this.#dice.below(5); steps > 0; steps -= 1) await this.#step();
    if (depths === "beyond") await this.#beyond();
    await this.#fixture.mine(finalBlocks);
    await this.#look();
    await this.#look();
    if (depths === "below") await this.#nothingReversed();
    return [...this.#wrong];
  }

  /** The client itself would remember it for seconds. */
  async #height(): Promise<number> {
    return Number(await this.#fixture.anvil.client.getBlockNumber({ cacheTime: 0 }));
  }

  async #step(): Promise<void> {
    const which = this.#dice.below(10);
    if (which < 3) return this.#pay();
    if (which < 5) return this.#fixture.mine(1 + this.#dice.below(30));
    if (which < 7) return this.#look();
    // Most are small, as on real chains; the deepest that may take nothing final is among the others.
    await this.#reorg(
      this.#dice.pick([1 + this.#dice.below(8), 1 + this.#dice.below(finalBlocks - 1), finalBlocks - 1]),
    );
  }

  async #pay(): Promise<void> {
    const { client } = this.#fixture.anvil;
    const { address: to } = this.#dice.pick(this.#users);
    const extra = BigInt(this.#dice.below(1_000));
    this.#counts.deposits += 1;
    this.#sent.push(
      this.#dice.below(2) === 0
        ? await this.#fixture.pay("USDT", to, 20_000_000n + extra)
        : await client.sendTransaction({ to, value: parseEther("0.5") + extra * 10n ** 10n }),
    );
  }

  /** Empty blocks in place of the newest; half the time some of the transactions that were in them are sent again. */
  async #reorg(wanted: number): Promise<void> {
    const { client } = this.#fixture.anvil;
    const depth = Math.min(wanted, (await this.#height()) - this.#first);
    if (depth === 0) return;
    const raws: Hex[] = [];
    for (const hash of this.#sent)
      raws.push((await client.request({ method: "eth_getRawTransactionByHash", params: [hash] } as never)) as Hex);
    await this.#fixture.reorg(depth);
    this.#counts.reorgs += 1;
    this.#counts.deepest = Math.max(this.#counts.deepest, depth);
    if (this.#dice.below(2) === 0) return;
    // What is still in a block, or stands behind a nonce that is missing now, the node refuses.
    for (const raw of raws.filter((one) => one !== null))
      await client.request({ method: "eth_sendRawTransaction", params: [raw] } as never).catch(() => undefined);
  }

  /** Credited ones first, then a reorg that takes some of their blocks. */
  async #beyond(): Promise<void> {
    await this.#fixture.mine(finalBlocks);
    await this.#look();
    await this.#reorg(finalBlocks + this.#dice.below(deepest - finalBlocks));
    this.#isUnsettled = true;
    await this.#look();
    this.#isUnsettled = false;
    const gone = (await this.#fixture.commands()).flatMap((one) =>
      one.type === "reverse_deposit" && this.#users.some(({ uid }) => uid === one.uid) ? [one.asset] : [],
    );
    const { rows } = await sql<{ asset: Asset }>`select asset from wallet.halts where reason = 'REORG'`.execute(
      this.#fixture.db,
    );
    const halted = new Set(rows.map(({ asset }) => asset));
    for (const asset of assets)
      if (gone.includes(assetId[asset]) !== halted.has(asset))
        this.#wrong.add(`${asset}: reversed and not halted, or halted and not reversed`);
  }

  /** Reads the chain, plays the core, and holds what it was asked for against the balances at the newest final block. */
  async #look(): Promise<void> {
    await this.#scan();
    await this.#fixture.answer();
    // A reversal waits for the core's answer to its credit.
    await this.#scan();
    await this.#fixture.answer();
    await this.#agrees();
  }

  /** As the wallet's loop does: a node that lacks a block below its tip, as during a reorg of its own, is asked again. */
  async #scan(): Promise<void> {
    for (let left = scanTries; ; left -= 1)
      try {
        return await this.#fixture.scan();
      } catch (error) {
        if (left <= 1) throw error;
        await new Promise((resolve) => setTimeout(resolve, scanAgainMs));
      }
  }

  async #agrees(): Promise<void> {
    const { client } = this.#fixture.anvil;
    const height = await this.#height();
    const final = await client.getBlock({ blockNumber: BigInt(Math.max(0, height - finalBlocks + 1)) });
    const commands = await this.#fixture.commands();
    const credits = commands.filter((one) => one.type === "credit_deposit");
    if (new Set(credits.map(({ reference }) => reference)).size !== credits.length)
      this.#wrong.add("a reference was credited twice");
    for (const { uid, address } of this.#users)
      for (const asset of assets) {
        const sum = commands.reduce((total, one) => {
          if (one.type !== "credit_deposit" && one.type !== "reverse_deposit") return total;
          if (one.uid !== uid || one.asset !== assetId[asset]) return total;
          return one.type === "credit_deposit" ? total + one.amount : total - one.amount;
        }, 0n);
        const token = asset === "USDT" ? usdtContract : null;
        const due = unitsOf(asset, await this.#chain.balanceOf(token, address, final.hash));
        const most = this.#isUnsettled ? unitsOf(asset, await this.#chain.balanceOf(token, address)) : due;
        const again = await this.#cameAgain(uid, asset);
        if (sum < due - again || sum > most - again)
          this.#wrong.add(`${uid} has ${sum} ${asset} of ${due} that are final`);
      }
  }

  /** What was reversed after its credit and came again, and is final there, is left to operators. */
  async #cameAgain(uid: number, asset: Asset): Promise<bigint> {
    const { rows } = await sql<{ units: string }>`
      select coalesce(sum(units), 0)::text as units from wallet.deposits d, wallet.tips t
      where d.uid = ${uid} and d.asset = ${asset} and d.reason = 'CAME_AGAIN' and t.network = d.network
        and d.height <= t.height - ${finalBlocks - 1}`.execute(this.#fixture.db);
    return BigInt(rows[0]!.units);
  }

  async #nothingReversed(): Promise<void> {
    const reversals = (await this.#fixture.commands()).filter((one) => one.type === "reverse_deposit");
    if (reversals.length > 0) this.#wrong.add(`${reversals.length} deposits were reversed`);
    const { rows } = await sql`select 1 from wallet.halts`.execute(this.#fixture.db);
    if (rows.length > 0) this.#wrong.add("withdrawals were halted");
  }
}

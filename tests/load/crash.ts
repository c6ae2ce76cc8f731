import { liquidationKinds, orderStatuses, productIds, success, triggerSources } from "@tidemark/contracts";
import { type CommandDraft, keyOf } from "@tidemark/contracts/codec";
import type { CommandClass } from "@tidemark/contracts/journal";
import pg from "pg";
import { contracts } from "../../tools/dev/seed/contracts.ts";
import type { CoreLink } from "../../tools/dev/core-link.ts";
import type { Exchange } from "../../tools/dev/exchange.ts";
import { assetId, units } from "../../tools/dev/seed/listing.ts";
import { seededUids } from "../../tools/dev/seed/people.ts";
import { pricesOf, startPrices } from "../../tools/dev/prices/fixed-prices.ts";
import type { Recorded } from "./load.ts";
import { Pipeline, signIn } from "./pipeline.ts";

/**
 * A market that falls: accounts at their margin and stops all the way down in one contract, and in another a book that one account asks
 * for again and again with orders one lot too large.
 */
const falling = contracts.find(({ symbol }) => symbol === "BTCUSDT-PERP")!;
const crashContract = contracts.find(({ symbol }) => symbol === "ETHUSDT-PERP")!;
const walletProducer = 2;
/** Accounts beyond the seeded ones, by what they are for. */
const firstVictim = 100_000;
const firstStopper = 300_000;
const firstShort = 400_000;
/** Seeded with money for contracts: the other side of every position, and the one who asks too much. */
const maker = seededUids.firstBot + 11;
const attacker = { name: "bot16", uid: seededUids.firstBot + 15 };

const victimQty = "0.01";
const stopQty = "0.001";
const stopsPerAccount = 50;
const shorts = 10;
const asksPerShort = 200;
const askQty = "0.01";
/** Beyond ten percent within a minute the market would be closed to orders. */
const fallShare = 0.08;
const commandsAtOnce = 2_000;
const priceEveryMs = 1_000;
const quoteEveryMs = 500;
const attackTickMs = 20;

const start = Number(startPrices().get(falling.follows)!) / 1e8;
const crashPrice = Number(startPrices().get(crashContract.follows)!) / 1e8;
/** A share of one on the way from the first to the last of `count`. */
const along = (from: number, to: number, i: number, count: number): number => from + ((to - from) * i) / count;
const tenths = (price: number): number => Number(units((Math.round(price * 10) / 10).toFixed(1)));
const hundredths = (price: number): number => Number(units(price.toFixed(2)));
const amount = (text: string): number => Number(units(text));

let keys = 0;
const key = () => keyOf(`crash-${(keys += 1)}`);

type Terms = { market: number; side: 0 | 1; posSide: 1 | 2; qty: number; price?: number; tif?: number };
const order = (
  uid: number,
  { price, tif, ...terms }: Terms,
  trigger?: { price: number; by: number },
): CommandDraft => ({
  type: "place_order",
  uid,
  key: key(),
  product: productIds.futures_usdt,
  orderType: price === undefined ? 1 : 0,
  tif: tif ?? (price === undefined ? 1 : 0),
  postOnly: false,
  stp: 0,
  price: price ?? 0,
  quoteAmount: 0,
  trigger,
  ...terms,
});

const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);

/** Thousands at a time, each of which must be taken. */
async function feed(link: CoreLink, by: CommandClass, drafts: readonly CommandDraft[]): Promise<void> {
  for (let from = 0; from < drafts.length; from += commandsAtOnce) {
    const part = drafts.slice(from, from + commandsAtOnce);
    const results = await link.send(by, part);
    const at = results.findIndex(({ code }) => code !== success);
    if (at >= 0)
      throw new Error(`${part[at]!.type} of ${(part[at] as { uid?: number }).uid} came to ${results[at]!.code}`);
  }
}

async function fund(link: CoreLink, shares: readonly { uid: number; usdt: string }[]): Promise<void> {
  const first = await link.nextNumber("wallet", walletProducer);
  const asset = assetId("USDT");
  const deposits = shares.map(({ uid, usdt }, i): CommandDraft => {
    const numbered = { producer: walletProducer, number: first + i };
    return { type: "credit_deposit", ...numbered, uid, asset, amount: units(usdt), reference: `crash ${uid}` };
  });
  const way = { fromProduct: productIds.wallet, fromSub: 0, toProduct: productIds.futures_usdt, toSub: 0 };
  const transfers = shares.map(({ uid, usdt }): CommandDraft => {
    return { type: "transfer", uid, key: key(), ...way, asset, amount: units(usdt) };
  });
  await feed(link, "wallet", deposits);
  await feed(link, "user", transfers);
}

/** The prices of all markets, of which one falls, and a maker who quotes around it. */
class Tape {
  readonly #link: CoreLink;
  readonly #prices = startPrices();
  readonly #timers: NodeJS.Timeout[];
  #share = 0;
  /** How far it fell at a moment, as a share of the start; told anew every second. */
  fallenBy: () => number = () => 0;

  constructor(link: CoreLink) {
    this.#link = link;
    this.#tell();
    this.#timers = [setInterval(() => this.#tell(), priceEveryMs), setInterval(() => this.#quote(), quoteEveryMs)];
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #tell(): void {
    this.#share = this.fallenBy();
    const fallen = new Map(this.#prices).set(falling.follows, units((start * (1 - this.#share)).toFixed(2)));
    const isFalling = (draft: CommandDraft): boolean => "market" in draft && draft.market === falling.id;
    this.#link.tell("oracle", [
      ...pricesOf(this.#prices).filter((draft) => !isFalling(draft)),
      ...pricesOf(fallen).filter(isFalling),
    ]);
  }

  #quote(): void {
    const at = start * (1 - this.#share);
    const market = falling.id;
    const scope = { product: productIds.futures_usdt, posSide: 0, includeTriggers: false, includeTpsl: false };
    this.#link.tell("user", [
      { type: "cancel_all", uid: maker, key: key(), market, ...scope },
      order(maker, { market, side: 0, posSide: 1, price: tenths(at * 0.9995), qty: amount("20") }),
      order(maker, { market, side: 1, posSide: 2, price: tenths(at * 1.0005), qty: amount("20") }),
    ]);
  }
}

/** Half of them cross, half isolated; each at its margin somewhere on the way down. */
async function openVictims(link: CoreLink, accounts: number): Promise<void> {
  const market = falling.id;
  const uids = range(firstVictim, accounts);
  const notional = start * Number(victimQty);
  const isolated = (uid: number): boolean => uid % 2 === 1;
  // The share that it may fall before the account is at its margin, beside 0.4 % of maintenance and the fee.
  const room = (uid: number): number => along(0.015, 0.07, uid - firstVictim, accounts);
  const usdtOf = (uid: number): string => (isolated(uid) ? notional : notional * (room(uid) + 0.006)).toFixed(2);
  await fund(
    link,
    uids.map((uid) => ({ uid, usdt: usdtOf(uid) })),
  );
  const leverage = (uid: number): number => (isolated(uid) ? Math.floor(1 / (room(uid) + 0.006)) : 100);
  await feed(link, "user", [
    ...uids
      .filter(isolated)
      .map((uid): CommandDraft => ({ type: "set_margin_mode", uid, key: key(), market, mode: 1 })),
    ...uids.map((uid): CommandDraft => {
      return { type: "set_leverage", uid, key: key(), market, posSide: 0, leverage: leverage(uid) };
    }),
  ]);
  // At five times the risk limit lets one account be the other side of all.
  await feed(link, "user", [{ type: "set_leverage", uid: maker, key: key(), market, posSide: 0, leverage: 5 }]);
  const lots = ((accounts + 1) * Number(victimQty)).toFixed(2);
  const price = tenths(start);
  await feed(link, "user", [
    order(maker, { market, side: 1, posSide: 2, price, qty: amount(lots) }),
    ...uids.map((uid) => order(uid, { market, side: 0, posSide: 1, price, qty: amount(victimQty) })),
  ]);
}

/** Stops that sell at market, half of them on the mark and half on the last price, all the way down. */
async function armStops(link: CoreLink, stops: number): Promise<void> {
  const uids = range(firstStopper, Math.ceil(stops / stopsPerAccount));
  await fund(
    link,
    uids.map((uid) => ({ uid, usdt: "5000" })),
  );
  const sources = [triggerSources.indexOf("MARK"), triggerSources.indexOf("LAST")] as const;
  const stop = (i: number): CommandDraft => {
    const price = tenths(start * (1 - along(0.005, 0.07, i, stops)));
    const terms = { market: falling.id, side: 1, posSide: 2, qty: amount(stopQty) } as const;
    return order(uids[i % uids.length]!, terms, { price, by: sources[i % 2]! });
  };
  await feed(
    link,
    "user",
    range(0, stops).map((i) => stop(i)),
  );
}

/** Ten accounts, each with as many small asks as it may have. */
async function restAsks(link: CoreLink): Promise<void> {
  const uids = range(firstShort, shorts);
  await fund(
    link,
    uids.map((uid) => ({ uid, usdt: "2000" })),
  );
  const asks = range(0, shorts * asksPerShort).map((i) => {
    const price = hundredths(crashPrice + 1 + Math.floor(i / shorts) * 0.05);
    return order(uids[i % shorts]!, { market: crashContract.id, side: 1, posSide: 2, price, qty: amount(askQty) });
  });
  await feed(link, "user", asks);
}

/** One account that asks for one lot more than rests, at a steady rate, whatever it is answered. */
class Attack {
  readonly records: Recorded[] = [];
  readonly #pipeline: Pipeline;
  readonly #body: object;
  #timer: NodeJS.Timeout | undefined;

  private constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
    const all = shorts * asksPerShort * Number(askQty) + Number(crashContract.lot);
    this.#body = {
      symbol: crashContract.symbol,
      side: "BUY",
      posSide: "LONG",
      type: "LIMIT",
      tif: "FOK",
      price: (crashPrice * 1.03).toFixed(2),
      qty: all.toFixed(3),
    };
  }

  static async by(url: string): Promise<Attack> {
    return new Attack(new Pipeline(Number(new URL(url).port), await signIn(url, attacker.name)));
  }

  begin(perSecond: number): void {
    const from = performance.now();
    const first = this.records.length;
    this.#timer = setInterval(() => {
      const due = ((performance.now() - from) * perSecond) / 1_000;
      while (this.records.length - first < Math.floor(due)) this.#send();
    }, attackTickMs);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async close(): Promise<void> {
    this.end();
    const giveUpAt = performance.now() + 8_000;
    while (this.#pipeline.inFlight > 0 && performance.now() < giveUpAt)
      await new Promise((resolve) => setTimeout(resolve, 50));
    this.#pipeline.close();
  }

  #send(): void {
    const clientOrderId = `fok-${this.records.length}`;
    const sent = { uid: attacker.uid, kind: "place", key: clientOrderId, sentAt: performance.now() } as const;
    const record: Recorded = { ...sent, answeredAt: 0, code: 0, orderId: 0, seq: 0 };
    this.records.push(record);
    this.#pipeline.post("/api/trade-api/order/place", { ...this.#body, clientOrderId }, (answer) => {
      record.answeredAt = performance.now();
      if (answer !== undefined) record.code = answer.code;
    });
  }
}

export type CrashWish = { readonly accounts: number; readonly seconds: number; readonly foksPerSecond: number };

/** What happened to whom, by the history, and the longest silence of the journal while it fell. */
export type CrashFigures = {
  readonly liquidated: number;
  readonly fired: number;
  readonly longestGapMs: number;
};

export class Crash {
  readonly #wish: CrashWish;
  readonly #tape: Tape;
  readonly attack: Attack;
  #fromUs = 0;
  #toUs = 0;

  private constructor(wish: CrashWish, tape: Tape, attack: Attack) {
    this.#wish = wish;
    this.#tape = tape;
    this.attack = attack;
  }

  /** Everything that is there before the first price falls; by commands through the journal. */
  static async prepare(exchange: Exchange, wish: CrashWish): Promise<Crash> {
    const { link } = exchange;
    const tape = new Tape(link);
    try {
      // Until the first mark stands nothing can be opened.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      await restAsks(link);
      await openVictims(link, wish.accounts);
      await armStops(link, wish.accounts);
      return new Crash(wish, tape, await Attack.by(exchange.url));
    } catch (error) {
      tape.stop();
      throw error;
    }
  }

  /** The fall, and as long again as it takes to say that it is over. */
  async run(): Promise<void> {
    const { seconds, foksPerSecond } = this.#wish;
    const began = performance.now();
    this.#fromUs = Date.now() * 1_000;
    this.#tape.fallenBy = () => fallShare * Math.min(1, (performance.now() - began) / (seconds * 1_000));
    this.attack.begin(foksPerSecond);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000 + 2 * priceEveryMs));
    this.attack.end();
    this.#toUs = Date.now() * 1_000;
  }

  /** The prices go on until here: what is open is still looked at. */
  stop(): void {
    this.#tape.stop();
  }

  async figures(databaseUrl: string): Promise<CrashFigures> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const one = async (text: string, values: unknown[]): Promise<number> =>
      Number((await client.query<{ n: string | null }>(text, values)).rows[0]!.n ?? 0);
    try {
      return {
        liquidated: await one(
          "select count(distinct uid) n from history.liquidations where kind = $1 and uid between $2 and $3",
          [liquidationKinds.indexOf("STARTED"), firstVictim, firstStopper - 1],
        ),
        fired: await one(
          "select count(*) n from history.orders where status = any($1) and trigger_price is not null and uid between $2 and $3",
          [[orderStatuses.indexOf("TRIGGERED"), orderStatuses.indexOf("TRIGGER_FAILED")], firstStopper, firstShort - 1],
        ),
        longestGapMs: await one(
          `select max(gap) / 1000 n from (select ts_us - lag(ts_us) over (order by batch_seq) gap from journal.journal
           where ts_us between $1 and $2) rows`,
          [this.#fromUs, this.#toUs],
        ),
      };
    } finally {
      await client.end();
    }
  }
}

import { applicable, engineMaker, genesisPosition, pgJournal, Replica } from "@tidemark/core";
import { systemClock } from "@tidemark/kit-node";
import { startBots } from "../../dev/bots.ts";
import { throwAwayExchange } from "../../dev/exchange.ts";
import { type Figure, isShort } from "../measure.ts";
import { digestOf, type LevelText, openReader, type Reader } from "./book-reader.ts";

const symbols = ["BTCUSDT-PERP", "BTC/USDT"] as const;
const loadMs = isShort ? 60_000 : 30 * 60_000;
const readersOfEach = 4;
const troubleEveryMs = 2_000;
const pauseMs = 4_000;
const rowsAtOnce = 256;

/** Every two seconds a connection is cut, or a reader stops reading for a while. The first reader of each market is left alone. */
async function trouble(
  readers: readonly (readonly Reader[])[],
  until: number,
): Promise<{ cuts: number; pauses: number }> {
  const count = { cuts: 0, pauses: 0 };
  for (let turn = 0; systemClock.steady() < until; turn += 1) {
    await systemClock.sleep(troubleEveryMs);
    const ofMarket = readers[turn % readers.length]!;
    const reader = ofMarket[1 + (Math.floor(turn / 2) % (ofMarket.length - 1))]!;
    if (turn % 3 === 2) {
      reader.pause(pauseMs);
      count.pauses += 1;
    } else {
      reader.cut();
      count.cuts += 1;
    }
  }
  return count;
}

type Kept = ReadonlyMap<string, readonly ReadonlyMap<number, string>[]>;

/** Applies the journal again and compares the engine's book after each batch with what every client had at that number. */
async function compareWithJournal(databaseUrl: string, kept: Kept): Promise<{ compared: number; wrong: string[] }> {
  const session = await pgJournal(databaseUrl, "single").connect();
  const replica = new Replica(engineMaker.fresh(), genesisPosition);
  const wrong: string[] = [];
  let compared = 0;
  const look = (symbol: string, books: readonly ReadonlyMap<number, string>[]): void => {
    const seen = books.map((book) => book.get(replica.seq)).filter((digest) => digest !== undefined);
    if (seen.length === 0) return;
    const { data } = replica.machine.answer({ call: "market.depth", uid: 0, ask: { symbol } });
    const engine = digestOf((data as { rows: LevelText[] }).rows);
    compared += seen.length;
    for (const digest of seen) if (digest !== engine) wrong.push(`${symbol} at ${replica.seq}`);
  };
  try {
    for (let rows = await session.read(1, rowsAtOnce); rows.length > 0;) {
      for (const row of rows) {
        replica.begin(applicable(row));
        while (!replica.run());
        for (const [symbol, books] of kept) look(symbol, books);
      }
      rows = rows.length < rowsAtOnce ? [] : await session.read(replica.seq + 1, rowsAtOnce);
    }
  } finally {
    session.close();
  }
  return { compared, wrong };
}

/** Clients keep books under the bots' load, some of them cut off and slow; afterwards each book at each number is the engine's. */
export async function bookGoals(): Promise<Figure[]> {
  const exchange = await throwAwayExchange();
  try {
    const bots = await startBots(exchange.url);
    const readers = symbols.map((symbol) =>
      Array.from({ length: readersOfEach }, () => openReader(exchange.url, symbol)),
    );
    const { cuts, pauses } = await trouble(readers, systemClock.steady() + loadMs);
    await bots.stop();
    await systemClock.sleep(1_000);
    for (const reader of readers.flat()) reader.close();
    const kept = new Map(symbols.map((symbol, at) => [symbol, readers[at]!.map(({ books }) => books)]));
    const { compared, wrong } = await compareWithJournal(exchange.databaseUrl, kept);
    for (const line of wrong.slice(0, 20)) process.stdout.write(`  another book than the engine's: ${line}\n`);
    const note = `${compared} books compared, ${cuts} cuts, ${pauses} pauses`;
    return [
      { name: "feed.wrong_books", figure: wrong.length, goal: 0, floor: 0, better: "less", note },
      { name: "feed.books_compared", figure: compared, goal: isShort ? 500 : 20_000, floor: 200, better: "more" },
    ];
  } finally {
    await exchange.remove();
  }
}

import { type Browser, chromium, type Page } from "@playwright/test";
import { systemClock } from "@tidemark/kit-node";
import { launchOptions } from "../../../tests/e2e/support/browser.ts";
import { contracts } from "../../dev/seed/contracts.ts";
import { type Exchange, throwAwayExchange } from "../../dev/exchange.ts";
import { markets, units } from "../../dev/seed/listing.ts";
import { seededUids } from "../../dev/seed/people.ts";
import { grantBonus } from "../../dev/seed/seed.ts";
import { signIn, type Trader } from "../../dev/trader.ts";
import { type Figure, isShort, optionOf } from "../measure.ts";
import { openTerminal } from "../web/open-terminal.ts";
import { buildPage, builtFolder } from "../web/site.ts";
import { compareAssets, openAssetPages } from "./asset-pages.ts";
import { type Difference, differencesOf, differencesOfRows } from "./compare.ts";
import { answered, engineAccount, engineBook, engineOrders, enginePositions, engineTriggers } from "./engine-side.ts";
import { pageNames } from "./expected-pages.ts";
import { between, playOrder, quoteBook, type Random, randomOf, symbol, thinOut } from "./play.ts";
import { playAccounts } from "./play-accounts.ts";
import { checkPreviews } from "./previews.ts";
import { checkReceipt } from "./receipt.ts";
import { shownAccount, shownBook, shownOrders, shownPositions, shownTriggers } from "./screen.ts";

const playMs = 1_000 * Number(optionOf("size") ?? (isShort ? 60 : 600));
/** So long the page may take to show what the core has said: figures of the engine are asked every 3 s. */
const patienceMs = 8_000;
/** The pages of the assets ask every 5 s, and one of them is loaded again. */
const assetsPatienceMs = 15_000;
const lookEveryMs = 200;
const none = { goal: 0, floor: 0, better: "less" } as const;

type Scene = {
  readonly page: Page;
  readonly alice: Trader;
  readonly others: readonly Trader[];
  readonly random: Random;
  readonly prices: Prices;
};
type Prices = { index: bigint; isTold: boolean; stop(): void };
const played = "BTC/USDT";
const other = "ETH/USDT";
const firstPrices = new Map(markets.map((market) => [market.symbol, units(market.price)]));

/** The index of all markets, told every second while `isTold`; that of one coin moves with the play. */
function tellPrices({ link }: Exchange): Prices {
  const prices: Prices = { index: firstPrices.get(played)!, isTold: true, stop: () => clearInterval(timer) };
  const priceOf = (symbol: string): bigint => (symbol === played ? prices.index : firstPrices.get(symbol)!);
  const tell = (): void => {
    if (!prices.isTold) return;
    const followed = [
      ...markets.map(({ id, symbol: name }) => ({ id, price: priceOf(name) })),
      ...contracts.map(({ id, follows }) => ({ id, price: priceOf(follows) })),
    ];
    link.tell(
      "oracle",
      followed.flatMap(({ id, price }) =>
        [0, 1, 2, 3].map((source) => ({
          type: "source_price_set" as const,
          producer: 0,
          number: 0,
          market: id,
          source,
          price: Number(price),
        })),
      ),
    );
  };
  tell();
  const timer = setInterval(tell, 1_000);
  return prices;
}

/** A burst of orders of everybody, in all accounts of one of them, and a move of the index. */
async function play({ alice, others, random, prices }: Scene): Promise<void> {
  prices.isTold = true;
  prices.index += (prices.index * BigInt(Math.trunc(between(random, -1_500, 1_500)))) / 1_000_000n;
  for (let i = 0; i < 12; i += 1) {
    const other = others[i % others.length]!;
    await quoteBook(other.client, random, prices.index);
    await playOrder(other.client, random, prices.index, 800);
    await playOrder(alice.client, random, prices.index, 300);
  }
  // The first two have money in coin contracts.
  const [first, second] = others.map(({ client }) => client);
  await playAccounts(alice.client, [first!, second!], random, {
    spot: prices.index,
    contracts: { "BTCUSD-PERP": prices.index, "ETHUSD-PERP": firstPrices.get(other)! },
  });
  for (const trader of [alice, ...others]) await thinOut(trader.client, 8);
  await systemClock.sleep(1_100);
  prices.isTold = false;
}

type Compared = { figures: number; differences: Difference[] };
const counted = (rows: ReadonlyMap<string, object>): number =>
  [...rows.values()].reduce((sum, row) => sum + Object.keys(row).length, 0);

async function lookAtDock({ page }: Scene, tab: string, look: () => Promise<Compared>): Promise<Compared> {
  await page
    .getByRole("tab", { name: new RegExp(`^${tab}`) })
    .first()
    .click();
  let last: Compared = { figures: 0, differences: [] };
  const until = systemClock.steady() + patienceMs;
  do {
    last = await look();
    if (last.differences.length === 0) return last;
    await systemClock.sleep(lookEveryMs);
  } while (systemClock.steady() < until);
  return last;
}

/** Everything that the terminal shows of the trader's own, and the book, against the core's answers while nothing moves. */
async function compareAll(scene: Scene): Promise<Compared> {
  const { page, alice } = scene;
  // The page asks for these figures every 3 s and the mark may move meanwhile: all of them must be those of one answer.
  const answers: Awaited<ReturnType<typeof engineAccount>>[] = [];
  const looks: [string, () => Promise<Compared>][] = [
    [
      "Positions",
      async () => {
        const { rows } = await enginePositions(alice.client);
        const screen = await shownPositions(page);
        return { figures: counted(screen), differences: differencesOfRows("position", screen, rows) };
      },
    ],
    [
      "Positions",
      async () => {
        answers.push(await engineAccount(alice.client));
        const screen = await shownAccount(page);
        const found = answers.map((engine) => differencesOf("account", screen, engine));
        const differences = found.find((one) => one.length === 0) ?? found.at(-1)!;
        return { figures: Object.keys(screen).length, differences };
      },
    ],
    [
      "Positions",
      async () => {
        const [screen, engine] = [await shownBook(page), await engineBook(alice.client)];
        const sides = (["asks", "bids"] as const).map((side) => {
          const drawn = JSON.stringify(screen[side]);
          const real = JSON.stringify(engine[side].slice(0, screen[side].length));
          return drawn === real ? [] : [{ what: `book ${side}`, screen: drawn, engine: real }];
        });
        return { figures: 2 * (screen.asks.length + screen.bids.length), differences: sides.flat() };
      },
    ],
    [
      "Open Orders",
      async () => {
        const [screen, engine] = [await shownOrders(page), await engineOrders(alice.client)];
        return { figures: counted(screen), differences: differencesOfRows("order", screen, engine) };
      },
    ],
    [
      "Trigger Orders",
      async () => {
        const [screen, engine] = [await shownTriggers(page), await engineTriggers(alice.client)];
        return { figures: counted(screen), differences: differencesOfRows("trigger", screen, engine) };
      },
    ],
  ];
  const total: Compared = { figures: 0, differences: [] };
  for (const [tab, look] of looks) {
    const { figures, differences } = await lookAtDock(scene, tab, look);
    total.figures += figures;
    total.differences.push(...differences);
  }
  return total;
}

/** Most transfers out of the contract account end the bonus: then there is another one. */
async function renewBonus({ link }: Exchange, { client }: Trader): Promise<void> {
  const { rows } = await answered(() => client.call("marginAccounts", {}));
  if (rows.every(({ figures }) => figures.grants.length === 0)) await grantBonus(link, seededUids.alice, "40");
}

async function playAndCompare(exchange: Exchange, browser: Browser, prices: Prices, seed: number): Promise<Figure[]> {
  const { url } = exchange;
  const names = ["bob", "carol", "bot1", "bot2", "bot3"];
  const alice = await signIn(url, "alice", "truth");
  const others: Trader[] = [];
  for (const name of names) others.push(await signIn(url, name));
  const page = await openTerminal(browser, url, symbol);
  const assets = await openAssetPages(page);
  const scene: Scene = { page, alice, others, random: randomOf(seed), prices };
  const clients = others.map(({ client }) => client);
  const sum = { rounds: 0, figures: 0, assets: 0, receipts: 0, previews: 0 };
  const differences: Difference[] = [];
  try {
    const until = systemClock.steady() + playMs;
    await alice.client.call("setMarginMode", { symbol: "ETHUSD-PERP", mode: "ISOLATED" });
    while (systemClock.steady() < until) {
      await renewBonus(exchange, alice);
      await play(scene);
      const compared = await compareAll(scene);
      differences.push(...compared.differences);
      sum.figures += compared.figures;
      const accounts = await compareAssets(
        assets,
        alice.client,
        pageNames[sum.rounds % pageNames.length]!,
        assetsPatienceMs,
      );
      differences.push(...accounts.differences);
      sum.assets += accounts.figures;
      prices.isTold = true;
      const receipt = await checkReceipt(page, alice.client, clients, scene.random, prices.index);
      differences.push(...receipt.differences);
      sum.receipts += receipt.figures;
      // The receipt's check has emptied the book, and what closes or turns a position needs somebody on the other side.
      for (const client of clients) await quoteBook(client, scene.random, prices.index);
      const previews = await checkPreviews(alice.client, scene.random);
      differences.push(...previews.differences);
      sum.previews += previews.figures;
      sum.rounds += 1;
    }
  } finally {
    for (const trader of [alice, ...others]) trader.close();
  }
  for (const { what, screen, engine } of differences.slice(0, 40))
    process.stdout.write(`  ${what}: the page shows ${screen}, the engine says ${engine}\n`);
  const note = `seed ${seed}, ${sum.rounds} rounds, ${sum.figures} figures, ${sum.assets} of the assets pages, ${sum.receipts} of receipts, ${sum.previews} of previews`;
  return [{ name: "truth.differences", figure: differences.length, ...none, note }];
}

/** `pnpm goals truth [--seed n] [--size seconds]`: random play, with the built pages, terminal and assets, in a browser beside it. */
export async function truthGoals(): Promise<Figure[]> {
  const seed = Number(optionOf("seed") ?? 20_261_118);
  await buildPage();
  const exchange = await throwAwayExchange({
    webDirectory: builtFolder,
    prices: "none",
    // Seven pages of one user ask at once.
    gatewayEnv: { RATE_READ_PER_SECOND: "1000", RATE_TRADE_PER_SECOND: "1000" },
  });
  const browser = await chromium.launch(launchOptions);
  const prices = tellPrices(exchange);
  try {
    return await playAndCompare(exchange, browser, prices, seed);
  } finally {
    prices.stop();
    await browser.close();
    await exchange.remove();
  }
}

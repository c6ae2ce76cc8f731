import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { systemClock } from "@tidemark/kit-node";
import { startBots } from "../../dev/bots.ts";
import { type Exchange, type ExchangeWish, throwAwayExchange } from "../../dev/exchange.ts";
import { root } from "../../dev/processes/root.ts";

/** The page as people get it: built, and where it is built. */
export const builtFolder: string = join(root, ".run/goals-web");

async function build(): Promise<void> {
  const args = [
    "node_modules/vite/bin/vite.js",
    "build",
    "--outDir",
    builtFolder,
    "--emptyOutDir",
    "--logLevel",
    "warn",
  ];
  const child = spawn(process.execPath, args, { cwd: join(root, "apps/web"), stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error("the page could not be built");
}

let built: Promise<void> | undefined;
/** The page is built once for all that look at it. */
export const buildPage = (): Promise<void> => (built ??= build());

/** So long bots trade before anybody looks: prices, books and lines are there, and then nothing else uses the machine. */
const tradingMs = 12_000;
/** Often enough for a proof to be there when the first page is looked at. */
const fundsProofSeconds = 20;

/** A whole exchange behind the built page, with something to show, for as long as somebody looks. */
export async function withPage<T>(
  look: (exchange: Exchange) => Promise<T>,
  wish: Partial<ExchangeWish> = {},
): Promise<T> {
  await buildPage();
  const exchange = await throwAwayExchange({ fundsProofSeconds, ...wish, webDirectory: builtFolder });
  let isGone: Promise<void> | undefined;
  const end = (): Promise<void> => (isGone ??= exchange.remove());
  const leave = (): void => void end().then(() => process.exit(1));
  process.once("SIGINT", leave).once("SIGTERM", leave);
  try {
    const bots = await startBots(exchange.url);
    await systemClock.sleep(tradingMs);
    await bots.stop();
    return await look(exchange);
  } finally {
    process.off("SIGINT", leave).off("SIGTERM", leave);
    await end();
  }
}

// One contestant of the journal goals, one process: `node journal-contestants.ts <who> …` prints its figures as JSON.
import { bare } from "./bare.ts";
import { bus, responder } from "./bus.ts";
import { latency } from "./latency.ts";
import { replay } from "./replay.ts";
import { signed } from "./signed.ts";
import { journaled } from "./throughput.ts";

const [who, database, amount] = process.argv.slice(2) as [string, string, string];
const contestants: Record<string, () => Promise<object | void>> = {
  journaled: () => journaled(database),
  signed: () => signed(database),
  bare: () => bare(database, Number(amount)),
  latency: () => latency(database, Number(amount)),
  replay: () => replay(database),
  responder,
  bus: () => bus(Number(amount)),
};
const figures = await contestants[who]!();
if (figures !== undefined) {
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  process.exit(0);
}

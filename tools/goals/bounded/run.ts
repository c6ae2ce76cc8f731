// One scenario, one process: `node bounded-run.ts <name> <size> <guard ms>` prints a line of JSON for half the size and one for the size.
import { scenarios } from "./scenarios.ts";
import { watched } from "./watch.ts";

const [name, size, guard] = process.argv.slice(2);
const { play } = scenarios[name!]!;
const whole = Number(size);
const guardMs = Number(guard);
const warmMost = 2_000;
const warmPlays = 6;
const warmMs = 1_500;

// The compiler has seen the code before anything counts.
const warmedUp = performance.now() + warmMs;
for (let i = 0; i < warmPlays && performance.now() < warmedUp; i += 1)
  watched(play, Math.min(warmMost, Math.ceil(whole / 8)), guardMs);
for (const n of [Math.ceil(whole / 2), whole]) {
  const seen = watched(play, n, guardMs);
  process.stdout.write(`${JSON.stringify(seen)}\n`);
  if (!seen.isFinished) break;
}

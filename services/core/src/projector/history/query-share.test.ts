import { expect, test } from "vitest";
import { longestMs, shareBounds } from "./server.ts";
import { NoRoom, QueryShare } from "./query-share.ts";

const slow = { slowMs: 200, slowForMs: 600_000, slowAccountsMax: 5, runningSlowMax: 1 };
const bounds = { runningMax: 3, runningPerOwnerMax: 2, waitingPerOwnerMax: 4, waitMaxMs: 500, ...slow };

/** A pool whose queries end when the test says so. */
function slowPool() {
  const running: { text: string; end: () => void; fail: () => void }[] = [];
  const timers: (() => void)[] = [];
  const pool = {
    query: (text: string) =>
      new Promise<{ rows: never[] }>((resolve, reject) => {
        const leave = () => running.splice(running.indexOf(one), 1);
        const one = {
          text,
          end() {
            leave();
            resolve({ rows: [] });
          },
          fail() {
            leave();
            reject(new Error("failed"));
          },
        };
        running.push(one);
      }),
  };
  const after = (_ms: number, run: () => void) => {
    timers.push(run);
    return () => void timers.splice(timers.indexOf(run), 1);
  };
  const clock = { ms: 0 };
  return { running, timers, clock, share: new QueryShare(pool, bounds, { after, steady: () => clock.ms }) };
}
const turned = () => new Promise((resolve) => setImmediate(resolve));

test("H1: one account has its share of the pool, and the others have the rest", async () => {
  const { running, share } = slowPool();
  const ask = (owner: number, text: string) => share.of(owner).query(text);
  const all = [ask(1, "a"), ask(1, "b"), ask(1, "c"), ask(1, "d"), ask(2, "e"), ask(3, "f")];
  await turned();
  expect(running.map(({ text }) => text)).toEqual(["a", "b", "e"]);
  // An account without a running query comes before one that has some.
  running[0]!.end();
  await turned();
  expect(running.map(({ text }) => text)).toEqual(["b", "e", "f"]);
  const failed = all[4]!.catch((error: Error) => error.message);
  running[1]!.fail();
  await turned();
  expect(running.map(({ text }) => text)).toEqual(["b", "f", "c"]);
  expect(await failed).toBe("failed");
  while (running.length > 0) {
    running[0]!.end();
    await turned();
  }
  await Promise.allSettled(all);
  expect(share.size).toBe(0);
});

test("H1: a query that finds no room in time is refused, and so is one too many of an account", async () => {
  const { running, timers, share } = slowPool();
  const first = [1, 2, 3].map((owner) => share.of(owner).query("runs"));
  const waiting = [1, 1, 1, 1].map(() => share.of(9).query("waits"));
  const refused = Promise.allSettled(waiting);
  await expect(share.of(9).query("one too many")).rejects.toBeInstanceOf(NoRoom);
  for (const run of timers.slice()) run();
  for (const { status, ...rest } of await refused) {
    expect(status).toBe("rejected");
    expect((rest as { reason: unknown }).reason).toBeInstanceOf(NoRoom);
  }
  while (running.length > 0) running[0]!.end();
  await Promise.all(first);
  expect(share.size).toBe(0);
});

test("H1: accounts whose queries are slow leave the rest of the pool to the others, however many they are", async () => {
  const { running, clock, share } = slowPool();
  const ask = (owner: number, text: string) => share.of(owner).query(text);
  const first = [1, 2, 3].map((owner) => ask(owner, "sparse"));
  await turned();
  clock.ms = 200;
  while (running.length > 0) running[0]!.end();
  await Promise.all(first);
  const again = [1, 1, 2, 2, 3, 3].map((owner) => ask(owner, "sparse again"));
  const quick = [7, 8].map((owner) => ask(owner, "quick"));
  await turned();
  expect(running.map(({ text }) => text).toSorted()).toEqual(["quick", "quick", "sparse again"]);
  // As soon as the one of them ends the next of them is begun, also while nobody else asks.
  for (let left = 7; left > 0; left -= 1) {
    running.find(({ text }) => text === (left > 5 ? "quick" : "sparse again"))!.end();
    await turned();
    expect(running.filter(({ text }) => text === "sparse again")).toHaveLength(1);
  }
  running[0]!.end();
  await Promise.all([...again, ...quick]);
  // Waiting a little gains nothing; after a while it is forgotten.
  clock.ms += 599_000;
  const early = [1, 2, 3].map((owner) => ask(owner, "early"));
  await turned();
  expect(running).toHaveLength(1);
  while (running.length > 0) {
    running[0]!.end();
    await turned();
  }
  await Promise.all(early);
  clock.ms += 1_000;
  const later = [1, 2, 3].map((owner) => ask(owner, "later"));
  await turned();
  expect(running).toHaveLength(3);
  while (running.length > 0) running[0]!.end();
  await Promise.all(later);
});

test("H1: waiting, connecting and the query itself end before the two seconds that a gateway waits", () => {
  for (const ms of Object.values(longestMs)) expect(ms).toBeLessThan(2_000);
});

test("H1: who waits ten seconds between slow queries stays slow, and those who are remembered are bounded in number", async () => {
  expect(shareBounds.slowForMs).toBeGreaterThanOrEqual(10 * 60_000);
  expect(shareBounds.slowAccountsMax).toBeLessThanOrEqual(100_000);
  const { running, clock, share } = slowPool();
  for (let owner = 1; owner <= 20; owner += 1) {
    const asked = share.of(owner).query("sparse");
    await turned();
    clock.ms += 10_000;
    running[0]!.end();
    await asked;
  }
  expect(share.slowAccounts).toBe(5);
});

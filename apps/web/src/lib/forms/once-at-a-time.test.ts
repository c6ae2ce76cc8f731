import type { Outcome } from "@tidemark/kit-client";
import { expect, test, vi } from "vitest";
import { onceAtATime } from "./once-at-a-time.ts";

const done = { ok: true, value: 1 } as Outcome<number>;
const unknown = { ok: false, code: 0, message: "" } as Outcome<number>;
const open = () => Promise.withResolvers<Outcome<number>>();

test("the same act is not sent again while it is on its way, another one is", async () => {
  const changes = vi.fn<(running: ReadonlySet<string>) => void>();
  const acts = onceAtATime(changes);
  const [first, other] = [open(), open()];
  const again = vi.fn<() => Promise<Outcome<number>>>(() => Promise.resolve(done));
  const sent = [acts.run("flash BTC", () => first.promise), acts.run("flash ETH", () => other.promise)];
  expect(await acts.run("flash BTC", again)).toBeUndefined();
  expect(again).not.toHaveBeenCalled();
  expect([...changes.mock.lastCall![0]]).toEqual(["flash BTC", "flash ETH"]);
  first.resolve(done);
  other.resolve(done);
  expect(await Promise.all(sent)).toEqual([done, done]);
  expect(changes.mock.lastCall![0].size).toBe(0);
  expect(await acts.run("flash BTC", again)).toEqual(done);
});

test("after an unknown outcome the act keeps its key, after a known one it has a new one", async () => {
  const acts = onceAtATime(() => undefined);
  const keys: string[] = [];
  const send = (outcome: Outcome<number>) =>
    acts.run("reverse", (key) => {
      keys.push(key);
      return Promise.resolve(outcome);
    });
  await send(unknown);
  await send(done);
  await send(done);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
});

test("an act that throws can be sent again", async () => {
  const acts = onceAtATime(() => undefined);
  await expect(acts.run("flash", () => Promise.reject(new Error("offline")))).rejects.toThrow("offline");
  expect(await acts.run("flash", () => Promise.resolve(done))).toEqual(done);
});

import { expect, test, vi } from "vitest";
import { venueMarkets } from "./venue-markets.ts";

const hourMs = 3_600_000;

function opened(load: () => Promise<void>) {
  const clock = { now: 0 };
  const failed = vi.fn();
  const loads = vi.fn(load);
  return { clock, failed, loads, markets: venueMarkets({ load: loads, now: () => clock.now, failed }) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("the first list is waited for, and a venue without one is not ready", async () => {
  const { markets, loads } = opened(async () => {
    throw new Error("down");
  });
  await expect(markets.ready()).rejects.toThrow("down");
  await expect(markets.ready()).rejects.toThrow("down");
  expect(loads).toHaveBeenCalledTimes(2);
});

test("a list that cannot be read again leaves the old one in use, and is tried again in a minute", async () => {
  let isDown = false;
  const { markets, loads, failed, clock } = opened(async () => {
    if (isDown) throw new Error("down");
  });
  await markets.ready();
  isDown = true;
  clock.now = hourMs + 1;
  await markets.ready();
  await settled();
  expect(failed).toHaveBeenCalledOnce();
  clock.now += 59_000;
  await markets.ready();
  expect(loads).toHaveBeenCalledTimes(2);
  clock.now += 2_000;
  isDown = false;
  await markets.ready();
  await settled();
  await markets.ready();
  expect(loads).toHaveBeenCalledTimes(3);
  expect(failed).toHaveBeenCalledOnce();
});

test("prices do not wait for a list that is read again", async () => {
  let isSlow = false;
  const { markets, loads, clock } = opened(() => (isSlow ? new Promise(() => undefined) : Promise.resolve()));
  await markets.ready();
  isSlow = true;
  clock.now = hourMs + 1;
  await markets.ready();
  await markets.ready();
  expect(loads).toHaveBeenCalledTimes(2);
});

import { expect, test } from "vitest";
import { PublishRetries } from "./publish-retries.ts";

const hour = 3_600_000;
const failing = (retries: PublishRetries, times: number) => Array.from({ length: times }, () => retries.failed());

test("each failure is waited for longer, and the tenth without a publication is the last", () => {
  const waits = [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 10_000, undefined];
  expect(failing(new PublishRetries(hour), 10)).toEqual(waits);
});

test("a publication ends the count, and so does a whole period with nothing to publish", () => {
  const retries = new PublishRetries(hour);
  failing(retries, 9);
  retries.published();
  expect(retries.failed()).toBe(500);
  failing(retries, 8);
  retries.readToEnd(5);
  retries.readToEnd(5 + hour);
  expect(retries.failed()).toBe(500);
});

test("a journal that was read to its end for less than a period does not end the count", () => {
  const retries = new PublishRetries(hour);
  failing(retries, 8);
  retries.readToEnd(5);
  retries.readToEnd(4 + hour);
  expect(retries.failed()).toBe(10_000);
  // The failure came in between: the period is counted from here.
  retries.readToEnd(6 + hour);
  expect(retries.failed()).toBeUndefined();
});

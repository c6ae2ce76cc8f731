import { expect, test } from "vitest";
import { countdownText } from "./countdown-text.ts";

test("the time to the next funding counts down to zero and stays there", () => {
  expect(countdownText(12_461_000)).toBe("03:27:41");
  expect(countdownText(999)).toBe("00:00:00");
  expect(countdownText(-5_000)).toBe("00:00:00");
});

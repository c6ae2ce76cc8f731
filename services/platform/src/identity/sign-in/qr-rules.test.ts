import { expect, test } from "vitest";
import { qrAfter, qrStateOf } from "./qr-rules.ts";

const validMs = 60_000;

test("a picture is shown, scanned, confirmed and used, each once and in this order", () => {
  expect(qrAfter("shown", "scan", 1, validMs)).toBe("scanned");
  expect(qrAfter("scanned", "confirm", 1, validMs)).toBe("confirmed");
  expect(qrAfter("scanned", "cancel", 1, validMs)).toBe("cancelled");
  expect(qrAfter("confirmed", "open", 1, validMs)).toBe("used");
  for (const [state, step] of [
    ["shown", "confirm"],
    ["shown", "open"],
    ["scanned", "scan"],
    ["scanned", "open"],
    ["confirmed", "confirm"],
    ["used", "open"],
    ["cancelled", "confirm"],
  ] as const)
    expect(qrAfter(state, step, 1, validMs)).toBeUndefined();
});

test("[D.14] it is over after a minute; once confirmed the page has another minute to ask", () => {
  for (const state of ["shown", "scanned"] as const) {
    expect(qrStateOf(state, validMs - 1, validMs)).toBe(state);
    expect(qrStateOf(state, validMs, validMs)).toBe("expired");
  }
  expect(qrAfter("scanned", "confirm", validMs, validMs)).toBeUndefined();
  expect(qrAfter("confirmed", "open", 2 * validMs - 1, validMs)).toBe("used");
  expect(qrAfter("confirmed", "open", 2 * validMs, validMs)).toBeUndefined();
  expect(qrStateOf("used", 10 * validMs, validMs)).toBe("used");
});

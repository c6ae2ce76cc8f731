import { expect, test } from "vitest";
import { qrAfter, qrStateOf, qrValidMs } from "./qr-rules.ts";

test("a picture is shown, scanned, confirmed and used, each once and in this order", () => {
  expect(qrAfter("shown", 0, "scan", 1)).toBe("scanned");
  expect(qrAfter("scanned", 0, "confirm", 1)).toBe("confirmed");
  expect(qrAfter("scanned", 0, "cancel", 1)).toBe("cancelled");
  expect(qrAfter("confirmed", 0, "open", 1)).toBe("used");
  for (const [state, step] of [
    ["shown", "confirm"],
    ["shown", "open"],
    ["scanned", "scan"],
    ["scanned", "open"],
    ["confirmed", "confirm"],
    ["used", "open"],
    ["cancelled", "confirm"],
  ] as const)
    expect(qrAfter(state, 0, step, 1)).toBeUndefined();
});

test("it is over after a minute; once confirmed the page has another minute to ask", () => {
  for (const state of ["shown", "scanned"] as const) {
    expect(qrStateOf(state, 0, qrValidMs - 1)).toBe(state);
    expect(qrStateOf(state, 0, qrValidMs)).toBe("expired");
  }
  expect(qrAfter("scanned", 0, "confirm", qrValidMs)).toBeUndefined();
  expect(qrAfter("confirmed", 0, "open", 2 * qrValidMs - 1)).toBe("used");
  expect(qrAfter("confirmed", 0, "open", 2 * qrValidMs)).toBeUndefined();
  expect(qrStateOf("used", 0, 10 * qrValidMs)).toBe("used");
});

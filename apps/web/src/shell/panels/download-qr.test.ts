import { expect, test } from "vitest";
import { downloadQrValue, qrChangesInMs, qrLifeMs } from "./download-qr.ts";

const page = "https://www.tidemark.example/download?from=bar";
const begin = 10_000 * qrLifeMs;

test("[S9.26] the code changes every three minutes and not before", () => {
  const first = downloadQrValue(page, begin);
  expect(downloadQrValue(page, begin + 179_999)).toBe(first);
  expect(downloadQrValue(page, begin + 180_000)).not.toBe(first);
});

test("the code leads to the download page and keeps what its address asks for", () => {
  const url = new URL(downloadQrValue(page, begin));
  expect(url.origin + url.pathname).toBe("https://www.tidemark.example/download");
  expect(url.searchParams.get("from")).toBe("bar");
});

test("the time to the next code ends exactly where it changes", () => {
  expect(qrChangesInMs(begin)).toBe(180_000);
  expect(qrChangesInMs(begin + 179_000)).toBe(1_000);
});

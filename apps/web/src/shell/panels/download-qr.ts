/** The code in the bar changes every three minutes, so that a code on an old screenshot can be recognised. */
export const qrLifeMs: number = 3 * 60 * 1_000;

const ageOf = (now: number): number => Math.floor(now / qrLifeMs);

/** The value of the code: the URL of the download page with the period in which it was shown. */
export function downloadQrValue(address: string, now: number): string {
  const url = new URL(address);
  url.searchParams.set("t", ageOf(now).toString(36));
  return url.href;
}

/** Time until the current code changes. */
export const qrChangesInMs = (now: number): number => (ageOf(now) + 1) * qrLifeMs - now;

/** The code in the bar is another one every three minutes, so that one on an old picture can be told from one on a screen. */
export const qrLifeMs: number = 3 * 60 * 1_000;

const ageOf = (now: number): number => Math.floor(now / qrLifeMs);

/** What the code says: the address of the download page, with the age in which it was shown. */
export function downloadQrValue(address: string, now: number): string {
  const url = new URL(address);
  url.searchParams.set("t", ageOf(now).toString(36));
  return url.href;
}

/** How long the code of this moment still stands. */
export const qrChangesInMs = (now: number): number => (ageOf(now) + 1) * qrLifeMs - now;

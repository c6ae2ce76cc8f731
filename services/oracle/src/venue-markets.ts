/** New symbols of a venue are found at the latest after this. */
const validMs = 60 * 60_000;
const retryAfterMs = 60_000;

export type VenueMarketsDeps = {
  /** Reads the symbols of the venue; the ones before stay where it rejects. */
  readonly load: () => Promise<void>;
  readonly now: () => number;
  readonly failed: (problem: unknown) => void;
};

/**
 * Says when the symbols of a venue can be used. Only the first ones are waited for: prices of known symbols are good without a new list, and
 * a long list must not hold them up.
 */
export function venueMarkets({ load, now, failed }: VenueMarketsDeps): { ready(): Promise<void> } {
  let dueAt: number | undefined;
  let loading: Promise<void> | undefined;

  const loadOnce = (): Promise<void> =>
    (loading ??= load()
      .then(() => void (dueAt = now() + validMs))
      .finally(() => (loading = undefined)));

  return {
    async ready() {
      if (dueAt === undefined) return loadOnce();
      if (now() <= dueAt || loading !== undefined) return;
      loadOnce().catch((error: unknown) => {
        dueAt = now() + retryAfterMs;
        failed(error);
      });
    },
  };
}

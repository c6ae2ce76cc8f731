/**
 * The platform's question for what VIP levels are measured by: a page of users above a uid, with the volumes of the 30 days up to `day` and what
 * their assets are worth now. It stands in no catalogue, because no gateway may ask it.
 */
export const levelMeasuresCall = "levels.measures";

/** `day` counts days of UTC since 1970; its end must have passed. */
export type LevelMeasuresAsk = { readonly after: number; readonly day: number };

/** Amounts are 1e-8 dollars. */
export type LevelMeasuresRow = readonly [
  uid: number,
  level: number,
  spotVolume: string,
  contractVolume: string,
  assets: string,
];

/** Rows rise by uid. `next` is where the following page begins; 0 behind the last. */
export type LevelMeasuresPage = { readonly rows: readonly LevelMeasuresRow[]; readonly next: number };

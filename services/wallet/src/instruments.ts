import type { AssetEntry, Instruments } from "@tidemark/contracts";

/** An asset may have been listed a moment ago: that the core does not list it is believed only from a new answer. */
export async function listedAsset(
  instruments: (wanted: readonly string[]) => Promise<Instruments>,
  assetId: number,
): Promise<AssetEntry | undefined> {
  return (await instruments([])).assetOf(assetId) ?? (await instruments([String(assetId)])).assetOf(assetId);
}

import type { AssetEntry } from "@tidemark/contracts";

/** The coin that a page about deposits or withdrawals begins with. */
export const readCoinSearch = ({ asset }: Record<string, unknown>): { asset?: string } =>
  typeof asset === "string" && asset !== "" ? { asset } : {};

/** The coin that was asked for; without one, or one that is not listed, USDT, and where that is not listed, the first. */
export const coinOf = (assets: readonly AssetEntry[] | undefined, wanted: string | undefined): AssetEntry | undefined =>
  assets?.find(({ asset }) => asset === wanted?.toUpperCase()) ??
  assets?.find(({ asset }) => asset === "USDT") ??
  assets?.[0];

import { fileURLToPath } from "node:url";
import { startService } from "@tidemark/kit-testing";
import type { Behaviour } from "./price-venue.ts";

export const priceMain = fileURLToPath(new URL("./price-process.ts", import.meta.url));
/** One for each source that the listed markets weigh. */
export const venueNames = ["venue-1", "venue-2", "venue-3", "venue-4"] as const;
export type VenueName = (typeof venueNames)[number];

/** The settings of an oracle that asks the venues of a peer. */
export const oracleVenues = (url: string): string =>
  venueNames.map((name) => `${name}=binance@${url}/${name}`).join(",");
export const ratesUrl = (url: string): string => `${url}/rates/v6/latest/USD`;

export type PricePeer = {
  readonly url: string;
  behave(venue: VenueName, behaviour: Behaviour): Promise<void>;
  stop(): Promise<unknown>;
};

/** Four exchanges as one process. */
export async function startPricePeer(env: Readonly<Record<string, string>> = {}): Promise<PricePeer> {
  const service = await startService(priceMain, env, "listening");
  const { url } = service.ready as { url: string };
  return {
    url,
    async behave(venue, behaviour) {
      const { ok } = await fetch(`${url}/behaviour`, { method: "POST", body: JSON.stringify({ venue, behaviour }) });
      if (!ok) throw new Error(`${venue} cannot be ${behaviour}`);
    },
    stop: () => service.end("SIGTERM"),
  };
}

import { isSimulatedPage } from "../client/page-hosts.ts";

/** An asset as screens print it: play money is SUSDT, so that no amount of it reads like real money. Calls take the plain code. */
export const assetText = (asset: string): string => (isSimulatedPage ? `S${asset}` : asset);

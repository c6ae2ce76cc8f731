/**
 * The wallet's question for the coins that the ledger says are in custody; it stands in no catalogue, because no gateway may ask it. The answer is
 * one row for each asset: what came in by deposits less what went out by withdrawals, in the ledger's minor units.
 */
export const custodyCall = "ledger.custody";

export type CustodyRow = { readonly assetId: number; readonly units: string };

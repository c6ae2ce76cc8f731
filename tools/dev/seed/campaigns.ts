import { productIds } from "@tidemark/contracts";
import { type SeedCampaign, seedCampaigns } from "@tidemark/platform";
import type { Unnumbered } from "../core-link.ts";
import { assetId, units } from "./listing.ts";

/** The registration reward of a development exchange, with the figures that its config advertises. */
const registration: SeedCampaign = {
  id: 1,
  name: "Registration reward",
  kind: "CASH_BONUS",
  grantOn: "REGISTRATION",
  face: units("10"),
  budget: units("10000"),
  volumeReq: units("50000"),
  products: [productIds.spot, productIds.futures_usdt],
  days: 30,
  claimDays: 0,
};
const wallet = { asset: assetId("USDT"), amount: registration.budget };

/** Company money of the campaign. They follow the lists of Earn, and may only ever grow at their ends as those do. */
export const campaignCredits: readonly Unnumbered[] = [{ type: "credit_treasury", ...wallet }];
export const campaignFunds: readonly Unnumbered[] = [
  { type: "fund_campaign", campaign: registration.id, product: productIds.wallet, ...wallet },
];

export const seedRegistration = (databaseUrl: string): Promise<void> => seedCampaigns(databaseUrl, [registration]);

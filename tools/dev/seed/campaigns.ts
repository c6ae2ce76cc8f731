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
/** A bonus that must be claimed: the bots trade on spot too, and take nothing of the budget. */
const firstTrade: SeedCampaign = {
  id: 2,
  name: "First trade on spot",
  kind: "TRADING_BONUS",
  grantOn: "TASK",
  task: "SPOT_TRADE",
  face: units("20"),
  budget: units("10000"),
  volumeReq: 0n,
  products: [productIds.futures_usdt],
  days: 14,
  claimDays: 7,
};
const invitation: SeedCampaign = {
  ...registration,
  id: 3,
  name: "Invite friends",
  grantOn: "INVITE",
  face: units("15"),
  volumeReq: units("5000"),
  perUser: 5,
};

const moneyOf = ({ budget }: SeedCampaign) => ({ asset: assetId("USDT"), amount: budget });
const fundOf = (campaign: SeedCampaign, product: number): Unnumbered => ({
  type: "fund_campaign",
  campaign: campaign.id,
  product,
  ...moneyOf(campaign),
});

/** Company money of the campaigns. They follow the lists of Earn, and may only ever grow at their ends as those do. */
export const campaignCredits: readonly Unnumbered[] = [registration, firstTrade, invitation].map((campaign) => ({
  type: "credit_treasury",
  ...moneyOf(campaign),
}));
export const campaignFunds: readonly Unnumbered[] = [
  fundOf(registration, productIds.wallet),
  { type: "move_treasury", product: productIds.futures_usdt, ...moneyOf(firstTrade) },
  fundOf(firstTrade, productIds.futures_usdt),
  fundOf(invitation, productIds.wallet),
];

export const seedRegistration = (databaseUrl: string): Promise<void> => seedCampaigns(databaseUrl, [registration]);
/** What a trader can do for more coupons. Tests seed campaigns of their own: these would give to everyone who trades. */
export const seedTasks = (databaseUrl: string): Promise<void> => seedCampaigns(databaseUrl, [firstTrade, invitation]);

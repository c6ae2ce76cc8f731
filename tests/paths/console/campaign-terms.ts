import type { CampaignTerms } from "@tidemark/contracts";
import { systemClock } from "@tidemark/kit-node";

const dayMs = 86_400_000;

/** Terms that the console takes: a cash bonus without a requirement, which operators give. */
export const campaignTerms = (change: Partial<CampaignTerms> = {}): CampaignTerms => ({
  kind: "CASH_BONUS",
  name: "Welcome back",
  asset: "USDT",
  face: "10",
  ratio: "1",
  cap: "0",
  budget: "100",
  perUser: 1,
  volumeRequirement: "0",
  depositRequirement: "0",
  profitRequirement: "0",
  holdHours: 0,
  products: [2, 4],
  symbols: [],
  minLeverage: 0,
  maxLeverage: 0,
  marginMode: "ANY",
  days: 30,
  claimDays: 0,
  startAt: systemClock.now() - dayMs,
  endAt: systemClock.now() + 30 * dayMs,
  distributionAt: 0,
  grantOn: "OPERATOR",
  task: null,
  options: {},
  ...change,
});

import { type Instruments, productIds, systemAccounts } from "@tidemark/contracts";
import {
  type CommandClass,
  companyAccounts,
  type CompanyBalances,
  type CompanyBalancesAsk,
  companyCampaignsMax,
} from "@tidemark/contracts/journal";
import { assetsOf, balanceOf, type State } from "@tidemark/engine";
import { type Answer, answered, refused } from "./refuse.ts";

const firstSystem = 16;
const numberOf = (name: (typeof systemAccounts)[number]): number => firstSystem + systemAccounts.indexOf(name);
const promo = numberOf("promo");
/** System accounts are nobody's. */
const nobody = 0;
const products = Object.values(productIds);
/** Bonus is paid from the futures, all else from the wallet account. */
const promoProducts = [productIds.wallet, productIds.futures_usdt];

const isWellFormed = (ask: unknown): ask is CompanyBalancesAsk => {
  const { campaigns, accounts } = (ask ?? {}) as Partial<CompanyBalancesAsk>;
  return (
    typeof accounts === "boolean" &&
    Array.isArray(campaigns) &&
    campaigns.length <= companyCampaignsMax &&
    campaigns.every((one) => Number.isSafeInteger(one) && one > 0)
  );
};

/** The company's accounts and those of campaigns; for the platform alone. */
export function companyBalances(
  state: State,
  instruments: Instruments,
  by: CommandClass | undefined,
  ask: unknown,
): Answer {
  if (by !== "platform") return refused("REQUEST_INVALID", { problem: "the company's accounts are for the platform" });
  if (!isWellFormed(ask)) return refused("REQUEST_INVALID", { problem: "campaigns and accounts are needed" });
  const assets = assetsOf(state);
  const held = (owner: number, product: number, kind: number) =>
    assets.flatMap(({ id }) => {
      const units = balanceOf(state, owner, product, id, kind);
      if (units === 0n) return [];
      return [{ product, asset: instruments.assetOf(id)?.asset ?? "", amount: instruments.amount(id, units) }];
    });
  const answer: CompanyBalances = {
    accounts: ask.accounts
      ? companyAccounts.flatMap((account) =>
          products.flatMap((product) =>
            held(nobody, product, numberOf(account)).map((row) => Object.assign(row, { account })),
          ),
        )
      : [],
    promo: ask.campaigns.flatMap((campaign) =>
      promoProducts.flatMap((product) => held(campaign, product, promo).map((row) => Object.assign(row, { campaign }))),
    ),
  };
  return answered(answer);
}

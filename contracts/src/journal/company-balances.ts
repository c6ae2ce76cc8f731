/**
 * The platform's question for the company's own accounts, and for what campaigns hold, all behind one batch. It stands in no catalogue, because no gateway
 * may ask it.
 */
export const companyBalancesCall = "core.companyBalances";

/** System accounts that hold the company's money or what it owes; `treasury` is `s:house` of the rule book. */
export const companyAccounts = [
  "treasury",
  "insurance",
  "lending",
  "loans",
  "earn",
  "fees",
  "rounding",
  "deficit",
] as const;
export type CompanyAccount = (typeof companyAccounts)[number];

export const companyCampaignsMax = 2_000;
/** Campaigns whose accounts are wanted too; without `accounts` only these are answered. */
export type CompanyBalancesAsk = { readonly campaigns: readonly number[]; readonly accounts: boolean };

/** Amounts as decimals; accounts that hold nothing are left out. */
export type CompanyBalances = {
  readonly accounts: readonly {
    readonly account: CompanyAccount;
    readonly product: number;
    readonly asset: string;
    readonly amount: string;
  }[];
  readonly promo: readonly {
    readonly campaign: number;
    readonly product: number;
    readonly asset: string;
    readonly amount: string;
  }[];
};

import {
  type CampaignPreview,
  type CampaignState,
  type CampaignTerms,
  couponOptions,
  productIds,
} from "@tidemark/contracts";
import { parseUnits, printUnits } from "@tidemark/money";
import { isGrant } from "./rules.ts";

/** The most that the tables and the journal hold. */
const amountMax = 2n ** 63n - 1n;
const whole = 100_000_000n;

const amounts = [
  "face",
  "ratio",
  "cap",
  "budget",
  "volumeRequirement",
  "depositRequirement",
  "profitRequirement",
] as const;
/** Amounts and the ratio of terms, in 1e-8. */
export type TermAmounts = Readonly<Record<(typeof amounts)[number], bigint>>;

/** Undefined where one of them cannot be stored. */
export function amountsOf(terms: CampaignTerms): TermAmounts | undefined {
  const parsed = amounts.map((name) => [name, parseUnits(terms[name])] as const);
  return parsed.some(([, units]) => units === undefined || units > amountMax)
    ? undefined
    : (Object.fromEntries(parsed) as TermAmounts);
}

/** Bonus and vouchers are paid in the USDT futures, all else into the wallet account. */
export function fundedProductOf({ kind, options }: Pick<CampaignTerms, "kind" | "options">): number {
  const isOfFutures = isGrant(kind) || kind === "DEPOSIT" || kind === "CONTRACT_VOUCHER" || kind === "DEPOSIT_REWARD";
  return isOfFutures && options.paysCash !== true ? productIds.futures_usdt : productIds.wallet;
}

export type Known = { readonly assets: readonly string[]; readonly symbols: readonly string[] };

function problemOfAmounts(terms: CampaignTerms): string {
  const units = amountsOf(terms);
  if (units === undefined) return "an amount is too large";
  if (units.face === 0n) return "the face is 0";
  if (units.ratio === 0n || units.ratio > whole) return "the ratio is not above 0 and at most 1";
  if (units.budget < units.face) return "the budget holds no coupon";
  return units.volumeRequirement > 0n && terms.products.length === 0 ? "no account is named whose volume counts" : "";
}

function problemOfTimes({ startAt, endAt, distributionAt, days, claimDays }: CampaignTerms, now: number): string {
  if (endAt <= startAt) return "it ends before it starts";
  if (endAt <= now) return "its end has passed";
  if (claimDays > days) return "a coupon could be claimed behind its end";
  return distributionAt > 0 && distributionAt < startAt ? "it pays before it starts" : "";
}

function problemOfNames(terms: CampaignTerms, { assets, symbols }: Known): string {
  if (!assets.includes(terms.asset)) return `there is no asset ${terms.asset}`;
  const unknown = terms.symbols.find((symbol) => !symbols.includes(symbol));
  if (unknown !== undefined) return `there is no market ${unknown}`;
  if (fundedProductOf(terms) === productIds.futures_usdt && terms.asset !== "USDT") return "bonus is in USDT only";
  // A grant of the core is for one market or for all.
  return isGrant(terms.kind) && terms.symbols.length > 1 ? "bonus is for one market or for all" : "";
}

function problemOfOptions({ kind, options }: CampaignTerms): string {
  const read = couponOptions[kind].safeParse(options);
  if (read.success) return "";
  const [issue] = read.error.issues;
  return `option ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unknown"}`;
}

/** Why a campaign cannot be made so; empty where it can. */
export function problemOfTerms(terms: CampaignTerms, known: Known, now: number): string {
  const { minLeverage, maxLeverage } = terms;
  return (
    problemOfAmounts(terms) ||
    problemOfTimes(terms, now) ||
    problemOfNames(terms, known) ||
    (maxLeverage > 0 && minLeverage > maxLeverage ? "the smallest leverage is above the largest" : "") ||
    problemOfOptions(terms)
  );
}

type Times = { readonly isRunning: boolean; readonly endAt: number; readonly startedAt: number | null };
export function stateOfCampaign({ isRunning, endAt, startedAt }: Times, now: number): CampaignState {
  if (endAt <= now) return "ENDED";
  if (isRunning) return "RUNNING";
  return startedAt === null ? "DRAFT" : "STOPPED";
}

/** What these users would have had: each one coupon, as far as the budget holds them. A coupon pays its face at most. */
export function previewOfTerms(terms: CampaignTerms, usersByDay: readonly number[]): Omit<CampaignPreview, "problem"> {
  const { face = 0n, budget = 0n } = amountsOf(terms) ?? {};
  const users = usersByDay.reduce((sum, count) => sum + count, 0);
  const budgetCoupons = face === 0n ? 0 : Number(budget / face);
  const coupons = Math.min(users, budgetCoupons);
  return {
    usersByDay: [...usersByDay],
    users,
    budgetCoupons,
    coupons,
    most: printUnits(face * BigInt(coupons)),
    mostWithoutBudget: printUnits(face * BigInt(users)),
  };
}

import {
  type CampaignPreview,
  type CampaignState,
  type CampaignTerms,
  type CouponKind,
  couponKinds,
  couponOptions,
  kindsOfPositions,
  productIds,
} from "@tidemark/contracts";
import { parseUnits, printUnits } from "@tidemark/money";
import { problemOfRelease } from "../releases/release-rules.ts";
import { endOf, isGrant, isHeld } from "../rules.ts";

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
  const isOfFutures =
    isGrant(kind) ||
    kind === "DEPOSIT" ||
    kind === "CONTRACT_VOUCHER" ||
    kind === "DEPOSIT_REWARD" ||
    (kind === "LOSS_DEDUCTION" && options.isPaidAsBonus === true);
  return isOfFutures && options.paysCash !== true ? productIds.futures_usdt : productIds.wallet;
}

const allKinds: readonly CouponKind[] = couponKinds;
const granted = allKinds.filter((kind) => isGrant(kind) || kind === "DEPOSIT" || kind === "DEPOSIT_REWARD");
/** Terms that only some kinds look at. On others they would promise what nobody checks: they have to stay as they are by default. */
const readers: readonly {
  readonly name: string;
  readonly isSet: (terms: CampaignTerms) => boolean;
  readonly kinds: readonly CouponKind[];
}[] = [
  { name: "cap", isSet: ({ cap }) => parseUnits(cap) !== 0n, kinds: ["DEPOSIT", "DEPOSIT_REWARD"] },
  {
    name: "ratio",
    isSet: ({ ratio }) => parseUnits(ratio) !== whole,
    kinds: allKinds.filter((kind) => !["CASH_BONUS", "PROFIT_DOUBLE", "CONTRACT_VOUCHER"].includes(kind)),
  },
  {
    name: "volume requirement",
    isSet: ({ volumeRequirement }) => parseUnits(volumeRequirement) !== 0n,
    kinds: allKinds.filter((kind) => kind !== "DEPOSIT"),
  },
  {
    name: "deposit requirement",
    isSet: ({ depositRequirement }) => parseUnits(depositRequirement) !== 0n,
    kinds: ["DEPOSIT_REWARD"],
  },
  {
    name: "profit requirement",
    isSet: ({ profitRequirement }) => parseUnits(profitRequirement) !== 0n,
    kinds: ["PROFIT_DOUBLE"],
  },
  { name: "holding time", isSet: ({ holdHours }) => holdHours > 0, kinds: ["LOSS_DEDUCTION", "PROFIT_DOUBLE"] },
  { name: "margin mode", isSet: ({ marginMode }) => marginMode !== "ANY", kinds: [] },
  { name: "smallest leverage", isSet: ({ minLeverage }) => minLeverage > 0, kinds: granted },
  {
    name: "largest leverage",
    isSet: ({ maxLeverage }) => maxLeverage > 0,
    kinds: [...granted, "CONTRACT_VOUCHER", "LOSS_DEDUCTION"],
  },
];

function problemOfKind(terms: CampaignTerms): string {
  const unread = readers.find(({ isSet, kinds }) => !kinds.includes(terms.kind) && isSet(terms));
  if (unread !== undefined) return `coupons of this kind do not look at a ${unread.name}`;
  // Pages promise the face, and it is what is put aside.
  const { cap, face } = amountsOf(terms)!;
  if (cap > 0n && cap < face) return "the cap is below the face";
  if (terms.kind === "CASH_BONUS")
    return problemOfRelease(terms.options, { ...terms, volumeReq: parseUnits(terms.volumeRequirement)! });
  if (terms.kind === "DEPOSIT" && terms.options.isWithoutPositions === true && terms.claimDays === 0)
    return "open positions are looked at when it is claimed: it has to be claimed within days that are named";
  if (terms.kind === "LOSS_DEDUCTION" && terms.options.isTotal === true && terms.options.isVoidedByProfit === true)
    return "a total counts profits: none of them can void it";
  return isHeld(terms.kind) && terms.products.length === 0 ? "no account is named in which it is in force" : "";
}

export type Known = { readonly symbols: readonly string[] };
/** What every kind counts in: volume, fees, profit and loss. Paid in another asset, the same number would be another amount. */
export const couponAsset = "USDT";

function problemOfAmounts(terms: CampaignTerms): string {
  const units = amountsOf(terms);
  if (units === undefined) return "an amount is too large";
  if (units.face === 0n) return "the face is 0";
  if (units.ratio === 0n || units.ratio > whole) return "the ratio is not above 0 and at most 1";
  if (units.budget < units.face) return "the budget holds no coupon";
  return units.volumeRequirement > 0n && terms.products.length === 0 ? "no account is named whose volume counts" : "";
}

/** Accounts that could never do anything for a coupon. */
function problemOfProducts({ kind, products, volumeRequirement }: CampaignTerms): string {
  // A fill in the margin account is one of a spot pair, and is taken as spot.
  if (products.includes(productIds.margin) && !products.includes(productIds.spot))
    return "trades in margin count as spot: without spot they never count";
  if (!kindsOfPositions.includes(kind) || products.length === 0) return "";
  if (!products.includes(productIds.futures_usdt)) return "coupons of this kind are in force in derivatives only";
  // Other accounts may bring the volume that it asks for first.
  return products.length > 1 && parseUnits(volumeRequirement) === 0n
    ? "coupons of this kind are in force in derivatives only: another account can only bring volume that is required"
    : "";
}

/** Bonus that is granted behind its end, and what comes into force then, lapses for every user of that day. */
function isBehindEnd({ kind, startAt, days, distributionAt }: CampaignTerms, now: number): boolean {
  const isOver = isGrant(kind) || isHeld(kind);
  return isOver && distributionAt >= endOf(kind, Math.max(startAt, now), days);
}

function problemOfTimes(terms: CampaignTerms, now: number): string {
  const { startAt, endAt, distributionAt, days, claimDays } = terms;
  if (endAt <= startAt) return "it ends before it starts";
  if (endAt <= now) return "its end has passed";
  if (claimDays > days) return "a coupon could be claimed behind its end";
  if (distributionAt > 0 && distributionAt < startAt) return "it pays before it starts";
  return isBehindEnd(terms, now) ? "its first coupons end before they are paid" : "";
}

function problemOfNames(terms: CampaignTerms, { symbols }: Known): string {
  if (terms.asset !== couponAsset) return `coupons are in ${couponAsset} only`;
  const unknown = terms.symbols.find((symbol) => !symbols.includes(symbol));
  if (unknown !== undefined) return `there is no market ${unknown}`;
  // A grant of the core is for one market or for all.
  return isGrant(terms.kind) && terms.symbols.length > 1 ? "bonus is for one market or for all" : "";
}

/** A task says what is done, and is done once. */
function problemOfGrant({ grantOn, task, perUser }: CampaignTerms): string {
  if (grantOn === "TASK" && task === null) return "no task is named that gives its coupons";
  if (grantOn !== "TASK" && task !== null) return "a task is named, and something else gives its coupons";
  return grantOn === "TASK" && perUser !== 1 ? "a task gives one user one coupon" : "";
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
    problemOfKind(terms) ||
    problemOfProducts(terms) ||
    problemOfTimes(terms, now) ||
    problemOfNames(terms, known) ||
    problemOfGrant(terms) ||
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

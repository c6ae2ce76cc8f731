import {
  type CampaignGrant,
  type CampaignTerms,
  campaignTasks,
  type CouponKind,
  couponOptions,
  kindsOfPositions,
  productIds,
} from "@tidemark/contracts";

type Amounts = "face" | "ratio" | "cap" | "budget" | "volumeRequirement" | "depositRequirement" | "profitRequirement";
type Counts = "perUser" | "holdHours" | "minLeverage" | "maxLeverage" | "days" | "claimDays";
type Times = "startAt" | "endAt" | "distributionAt";
export type DraftText = "name" | "asset" | Amounts | Counts | Times | "symbols";

/** Terms as they are typed: numbers, times and lists are text. */
export type Draft = Readonly<Record<DraftText, string>> &
  Pick<CampaignTerms, "kind" | "grantOn" | "task" | "marginMode" | "products" | "options">;

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** A moment of UTC to the minute; empty for 0. */
export const momentText = (at: number): string =>
  at === 0 ? "" : new Date(at).toISOString().slice(0, 16).replace("T", " ");

/** Undefined where the text is no moment. */
export function momentOf(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text.trim())) return undefined;
  const at = Date.parse(`${text.trim().replace(" ", "T")}:00Z`);
  return Number.isNaN(at) ? undefined : at;
}

export function newDraft(now: number): Draft {
  const startAt = Math.floor(now / minuteMs) * minuteMs;
  return {
    kind: "CASH_BONUS",
    name: "",
    asset: "USDT",
    face: "",
    ratio: "1",
    cap: "0",
    budget: "",
    perUser: "1",
    volumeRequirement: "0",
    depositRequirement: "0",
    profitRequirement: "0",
    holdHours: "0",
    products: [2, 4],
    symbols: "",
    minLeverage: "0",
    maxLeverage: "0",
    marginMode: "ANY",
    days: "30",
    claimDays: "0",
    startAt: momentText(startAt),
    endAt: momentText(startAt + 30 * dayMs),
    distributionAt: "",
    grantOn: "REGISTRATION",
    task: null,
    options: {},
  };
}

export type ProductId = CampaignTerms["products"][number];
const { spot, futures_btc: coin, futures_usdt: derivatives } = productIds;

/**
 * Accounts that can do something for a coupon, and those that are named all the same, to be taken out. Margin trades count as spot; of kinds of positions
 * accounts beside derivatives can only bring the volume that they ask for first.
 */
export function offeredProducts({
  kind,
  products,
  volumeRequirement,
}: Pick<Draft, "kind" | "products" | "volumeRequirement">): readonly ProductId[] {
  const isOfPositions = kindsOfPositions.includes(kind) && /^0?$/.test(volumeRequirement.trim());
  const fitting: readonly ProductId[] = isOfPositions ? [derivatives] : [spot, coin, derivatives];
  return ([2, 3, 4, 5] as const).filter((id) => fitting.includes(id) || products.includes(id));
}

/** What changes with the kind: its options, and its accounts where they are not those of the kind. */
export const changedKind = (kind: CouponKind): Pick<Draft, "kind" | "options"> & Partial<Pick<Draft, "products">> => ({
  kind,
  options: {},
  ...(kindsOfPositions.includes(kind) ? { products: [derivatives] } : {}),
});

/** What changes with what gives coupons: a task is named, and gives one user one coupon. */
export const changedGrant = (
  grantOn: CampaignGrant,
): Pick<Draft, "grantOn" | "task"> & Partial<Pick<Draft, "perUser">> =>
  grantOn === "TASK" ? { grantOn, task: campaignTasks[0], perUser: "1" } : { grantOn, task: null };

/** A copy of terms, from now on for as long as they ran. */
export function draftOf(terms: CampaignTerms, now: number): Draft {
  const { startAt, endAt } = newDraft(now);
  const { perUser, holdHours, minLeverage, maxLeverage, days, claimDays, symbols, ...rest } = terms;
  return {
    ...rest,
    perUser: String(perUser),
    holdHours: String(holdHours),
    minLeverage: String(minLeverage),
    maxLeverage: String(maxLeverage),
    days: String(days),
    claimDays: String(claimDays),
    symbols: symbols.join(", "),
    startAt,
    endAt,
    distributionAt: "",
  };
}

const amounts: readonly Amounts[] = [
  "face",
  "ratio",
  "cap",
  "budget",
  "volumeRequirement",
  "depositRequirement",
  "profitRequirement",
];
const counts: readonly Counts[] = ["perUser", "holdHours", "minLeverage", "maxLeverage", "days", "claimDays"];
const isAmount = (text: string): boolean => /^(0|[1-9]\d{0,17})(\.\d{1,8})?$/.test(text);
const isCount = (text: string): boolean => /^\d{1,5}$/.test(text);

/** Undefined while a field is missing or no number. What they mean is checked by the server. */
export function termsOf(draft: Draft): CampaignTerms | undefined {
  const [startAt, endAt] = [momentOf(draft.startAt), momentOf(draft.endAt)];
  const distributionAt = draft.distributionAt.trim() === "" ? 0 : momentOf(draft.distributionAt);
  const isWhole =
    draft.name.trim().length >= 3 &&
    amounts.every((name) => isAmount(draft[name])) &&
    counts.every((name) => isCount(draft[name]));
  if (!isWhole || startAt === undefined || endAt === undefined || distributionAt === undefined) return undefined;
  const numbers = Object.fromEntries(counts.map((name) => [name, Number(draft[name])])) as Record<Counts, number>;
  const symbols = draft.symbols
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  return { ...draft, ...numbers, name: draft.name.trim(), symbols, startAt, endAt, distributionAt };
}

/** A field of a form, made from the option's own schema. */
export type OptionField = {
  readonly name: string;
  readonly type: "boolean" | "number" | "text" | "choice";
  readonly choices: readonly string[];
  readonly standard: string | number | boolean;
};
type Def = {
  readonly type: string;
  readonly innerType?: { readonly def: Def };
  readonly defaultValue?: unknown;
  readonly entries?: Readonly<Record<string, string>>;
};

const types: Readonly<Record<string, OptionField["type"]>> = { boolean: "boolean", number: "number", enum: "choice" };
const standards = { boolean: false, number: 0, text: "", choice: "" } as const;

/** What a campaign of a kind says beyond the common terms, as the contracts have it. */
export function optionFieldsOf(kind: CouponKind): readonly OptionField[] {
  const shape = couponOptions[kind].shape as Readonly<Record<string, { readonly def: Def }>>;
  return Object.entries(shape).map(([name, { def }]) => {
    const inner = def.innerType?.def ?? def;
    const type = types[inner.type] ?? "text";
    const choices = Object.values(inner.entries ?? {});
    const standard = (def.defaultValue ?? choices[0] ?? standards[type]) as OptionField["standard"];
    return { name, type, choices, standard };
  });
}

/** The name of an option in words: `isFirstOnly` is "First only". */
export function optionTitle(name: string): string {
  const words = name
    .replace(/^(is|has)(?=[A-Z])/, "")
    .replaceAll(/([A-Z])/g, " $1")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import { parseUnits } from "@tidemark/money";
import { z } from "zod";
import type { AssetEntry, Instruments, MarketEntry } from "../instruments.ts";
import { assetText, decimalText, signedDecimalText, symbolText } from "../values.ts";

type Asked = Readonly<Record<string, unknown>>;

/** A field of an operator's ask, and the field of the journal's command that it becomes. */
export type WireField<Z extends z.ZodType = z.ZodType> = {
  readonly ask: Z;
  /** The command's name of it, where that differs. */
  readonly becomes?: string;
  /** Undefined where no asset, market, tick or lot fits what was given. */
  value(given: z.infer<Z>, asked: Asked, instruments: Instruments): unknown;
};

const whole = z.number().int().nonnegative();

/** A number or text that the journal holds as it is. Its range is that of the command's field. */
const same = <Z extends z.ZodType>(ask: Z): WireField<Z> => ({ ask, value: (given) => given });
export const count: WireField<typeof whole> = same(whole);
export const flag: WireField<z.ZodBoolean> = same(z.boolean());
export const symbolName: WireField<typeof symbolText> = same(symbolText);
export const assetCode: WireField<typeof assetText> = same(assetText);
export const weights: WireField<z.ZodArray<typeof whole>> = same(z.array(whole).max(16));

/** A word whose place in the list is the journal's number. */
export function word<const W extends readonly [string, ...string[]]>(
  list: W,
): WireField<z.ZodEnum<{ [K in W[number]]: K }>> {
  const ask = z.enum(list) as unknown as z.ZodEnum<{ [K in W[number]]: K }>;
  return { ask, value: (given) => list.indexOf(given as W[number]) };
}

export const asset: WireField<typeof assetText> = {
  ask: assetText,
  value: (code, _asked, instruments) => instruments.asset(code)?.id,
};

export const market: WireField<typeof symbolText> = {
  ask: symbolText,
  becomes: "market",
  value: (symbol, _asked, instruments) => instruments.market(symbol)?.id,
};

/** Without a symbol: all markets, which the journal writes as 0. */
export const marketOrAll: WireField<z.ZodOptional<typeof symbolText>> = {
  ask: symbolText.optional(),
  becomes: "market",
  value: (symbol, _asked, instruments) => (symbol === undefined ? 0 : instruments.market(symbol)?.id),
};

const asNumber = (units: bigint | undefined): number | undefined => (units === undefined ? undefined : Number(units));

/** A price, a step or a size in 1e-8. */
export const units: WireField<typeof decimalText> = {
  ask: decimalText,
  value: (text) => asNumber(parseUnits(text)),
};
export const unitsOrNone: WireField<z.ZodOptional<typeof decimalText>> = {
  ask: decimalText.optional(),
  value: (text) => asNumber(parseUnits(text ?? "0")),
};

/** A share as a fraction: "0.05" is five per cent. */
export const rate: WireField<typeof decimalText> = { ...units };
/** A fee, negative for a rebate. */
export const signedRate: WireField<typeof signedDecimalText> = {
  ask: signedDecimalText,
  value: (text) => (text.startsWith("-") ? asNumber(-(parseUnits(text.slice(1)) ?? 0n)) : asNumber(parseUnits(text))),
};

/** A price in whole ticks or a size in whole lots of the step that the same ask names. */
export const inSteps = (step: string): WireField<typeof decimalText> => ({
  ask: decimalText,
  value(text, asked) {
    const [given, one] = [parseUnits(text), parseUnits(String(asked[step]))];
    return given === undefined || one === undefined || one === 0n || given % one !== 0n
      ? undefined
      : Number(given / one);
  },
});

/** Whose scale money has that an ask names. */
type AssetOfMoney = (asked: Asked, instruments: Instruments) => Pick<AssetEntry, "scale"> | undefined;

export const ofAsset: AssetOfMoney = (asked, instruments) => instruments.asset(String(asked.asset));
/** A market's orders are worth what they are settled in: the base of an inverse contract, else the quote. */
export const ofWorth: AssetOfMoney = (asked, instruments) =>
  instruments.asset(String(asked.kind === "INVERSE" ? asked.base : asked.quote));
export const ofSettle: AssetOfMoney = (asked, instruments) => instruments.asset(String(asked.settle));
const scaleMax = 18;
/** Of an asset that is being configured. */
export const ofOwnScale: AssetOfMoney = ({ scale }) =>
  typeof scale === "number" && scale <= scaleMax ? { scale } : undefined;

const minorUnits = (text: string, asset: Pick<AssetEntry, "scale"> | undefined): bigint | undefined =>
  asset === undefined ? undefined : parseUnits(text, asset.scale);

/** Money in minor units of its asset. */
export const money = (of: AssetOfMoney): WireField<typeof decimalText> => ({
  ask: decimalText,
  value: (text, asked, instruments) => minorUnits(text, of(asked, instruments)),
});
/** The same where the journal holds it as a plain number. */
export const smallMoney = (of: AssetOfMoney): WireField<typeof decimalText> => ({
  ask: decimalText,
  value: (text, asked, instruments) => asNumber(minorUnits(text, of(asked, instruments))),
});

const marketOf = (asked: Asked, instruments: Instruments): MarketEntry | undefined =>
  instruments.market(String(asked.symbol));

/** In the settle asset; of an inverse contract in whole contracts. */
export const openInterest: WireField<typeof decimalText> = {
  ask: decimalText,
  value: (text, asked, instruments) =>
    marketOf(asked, instruments)?.kind === "INVERSE"
      ? parseUnits(text, 0)
      : minorUnits(text, ofSettle(asked, instruments)),
};

const tier = z.strictObject({ cap: decimalText, maxLeverage: whole, mmr: decimalText });
/** Caps in the settle asset, maintenance rates as fractions. */
export const tiers: WireField<z.ZodArray<typeof tier>> = {
  ask: z.array(tier).min(1).max(20),
  value(list, asked, instruments) {
    const settle = ofSettle(asked, instruments);
    const made = list.map(({ cap, maxLeverage, mmr }) => ({
      cap: minorUnits(cap, settle),
      maxLeverage,
      mmr: asNumber(parseUnits(mmr)),
    }));
    return made.some(({ cap, mmr }) => cap === undefined || mmr === undefined) ? undefined : made;
  },
};

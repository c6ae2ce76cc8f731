import { parseUnits, printUnits } from "@tidemark/money";
import type { NewMessage } from "../../module/messages.ts";
import type { Alert } from "./alert-store.ts";

const signedUnits = (text: string): bigint | undefined => {
  const units = parseUnits(text.replace(/^-/, ""));
  return units === undefined ? undefined : text.startsWith("-") ? -units : units;
};

/** A rate as a percentage: "-0.0001" is "-0.01". Empty where it is not known. */
export function percentOf(rate: string): string {
  const units = signedUnits(rate);
  if (units === undefined) return "";
  return printUnits(units * 100n);
}

/** Stands for the margin ratio of an account whose losses have eaten its equity: above every level. */
const beyondAllMargin = "≥100";

/** An account's margin ratio in percent; empty where nothing needs margin. */
export const marginPercentOf = (figures: {
  readonly marginRatio: string;
  readonly maintenanceMargin: string;
}): string =>
  figures.marginRatio === "" && (signedUnits(figures.maintenanceMargin) ?? 0n) > 0n
    ? beyondAllMargin
    : figures.marginRatio;

/** Whether a value has come to the level. A value that is not known reaches nothing. */
export function isReached({ direction, level }: Pick<Alert, "direction" | "level">, value: string): boolean {
  if (value === beyondAllMargin) return direction === "ABOVE";
  const [at, now] = [signedUnits(level), signedUnits(value)];
  if (at === undefined || now === undefined) return false;
  return direction === "ABOVE" ? now >= at : now <= at;
}

/** The message of an alert that has gone off; each time that it was set makes one. */
export function alertMessage(alert: Alert, value: string, at: number): NewMessage {
  const { uid, symbol, measure, direction } = alert;
  const unit = measure === "PRICE" ? "" : "%";
  const facts = { symbol, level: `${alert.level}${unit}`, value: `${value}${unit}` };
  const source = `alert ${alert.id} ${alert.madeAt}`;
  const isAbove = direction === "ABOVE";
  if (measure === "PRICE") return { uid, kind: isAbove ? "price-above" : "price-below", facts, at, source };
  if (measure === "FUNDING") return { uid, kind: isAbove ? "funding-above" : "funding-below", facts, at, source };
  return { uid, kind: "margin-above", facts, at, source };
}

/** Reads of a JSON document without a schema library: the signer has few packages. Each throws a sentence that names the place. */
type Fields = Readonly<Record<string, unknown>>;

/** An object with exactly these keys: a misspelt cap would be no cap. */
export function fieldsOf(value: unknown, where: string, keys?: readonly string[]): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`policy: ${where} is no object`);
  const fields = value as Fields;
  for (const key of keys ?? []) if (!Object.hasOwn(fields, key)) throw new Error(`policy: ${where}.${key} is missing`);
  for (const key of Object.keys(fields))
    if (keys?.includes(key) === false) throw new Error(`policy: ${where}.${key} has no meaning`);
  return fields;
}

export function textOf(value: unknown, where: string, shape: RegExp): string {
  if (typeof value !== "string" || !shape.test(value)) throw new Error(`policy: ${where} must match ${shape.source}`);
  return value;
}

export function wholeOf(value: unknown, where: string, max: number): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0 || value > max)
    throw new Error(`policy: ${where} must be a whole number from 0 to ${max}`);
  return value;
}

export const bigWholeOf = (value: unknown, where: string): bigint =>
  BigInt(textOf(value, where, /^(?:0|[1-9]\d{0,77})$/));

export function listOf(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`policy: ${where} is no list`);
  return value as unknown[];
}

/** Caps of one asset count over all networks, whose tokens may have other decimals: amounts are compared in units of 10^-24. */
const capDecimals = 24;

export function scaled(amount: bigint, decimals: number): bigint {
  return amount * 10n ** BigInt(capDecimals - decimals);
}

/** A decimal amount of coins ("1500.5") in units of 10^-24. */
export function coinsOf(value: unknown, where: string): bigint {
  const text = textOf(value, where, /^(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/);
  const [units, decimals = ""] = text.split(".");
  return BigInt(units! + decimals.padEnd(capDecimals, "0"));
}

/** In units of 10^-24 coins. */
export type Caps = { readonly transaction: bigint; readonly hour: bigint; readonly day: bigint };

export function capsOf(value: unknown, where: string): Caps {
  const { transaction, hour, day } = fieldsOf(value, where, ["transaction", "hour", "day"]);
  const caps = {
    transaction: coinsOf(transaction, `${where}.transaction`),
    hour: coinsOf(hour, `${where}.hour`),
    day: coinsOf(day, `${where}.day`),
  };
  if (caps.transaction > caps.hour || caps.hour > caps.day)
    throw new Error(`policy: ${where} must not fall from transaction to hour to day`);
  return caps;
}

export const decimalsOf = (value: unknown, where: string): number => wholeOf(value, where, capDecimals);

/** What a field takes of its record: words of 32 bits, and whether it begins at an even one, as numbers and money do. */
type Field = { readonly words: number; readonly isEven: boolean };

export const word: Field = { words: 1, isEven: false };
/** Neighbouring words: a list, or words by side. */
export const words = (count: number): Field => ({ words: count, isEven: false });
/** A whole number up to 2^53, see `Memory.number`. */
export const number: Field = { words: 2, isEven: true };
export const numbers = (count: number): Field => ({ words: count * 2, isEven: true });
/** See `Memory.money`. */
export const money: Field = { words: 4, isEven: true };

type Fields = Readonly<Record<string, Field>>;
/** A record is an address, a field an offset: `w[order + Order.userMarket]`. */
type Offsets<F extends Fields> = { readonly [N in keyof F]: number };

const sizes = new WeakMap<object, number>();
const layouts = new Map<string, string>();

/**
 * Declares a record of the memory: offsets in the order of the fields, and its size. Declared once; a snapshot carries a fingerprint of all
 * declarations, so that a build with other records refuses it instead of reading one field as another.
 */
export function defineRecord<const F extends Fields>(name: string, fields: F): Offsets<F> {
  const at: Record<string, number> = {};
  let size = 0;
  for (const [field, { words: count, isEven }] of Object.entries(fields)) {
    if (isEven) size += size % 2;
    at[field] = size;
    size += count;
  }
  size += size % 2;
  if (layouts.has(name)) throw new Error(`two records are called ${name}`);
  layouts.set(name, `${name} ${size} ${JSON.stringify(at)}`);
  // Parsed again, because V8 then keeps its properties in the fast form, and its offsets are constants in compiled code.
  const offsets = JSON.parse(JSON.stringify(at)) as Offsets<F>;
  sizes.set(offsets, size);
  return offsets;
}

/** Words of a record. */
export function sizeOf(record: object): number {
  const size = sizes.get(record);
  if (size === undefined) throw new Error("sizeOf takes what defineRecord gave");
  return size;
}

/** A record inside another one. */
export const part = (record: object): Field => ({ words: sizeOf(record), isEven: true });

/** One number for the layout of every record that was declared, and of what an empty state takes. */
export function fingerprintOf(emptyWords: number): number {
  const text = [...[...layouts.values()].toSorted(), `empty ${emptyWords}`].join("\n");
  let hash = 7;
  for (let i = 0; i < text.length; i += 1) hash = (hash * 69_069 + text.charCodeAt(i)) % 4_294_967_291;
  return hash;
}

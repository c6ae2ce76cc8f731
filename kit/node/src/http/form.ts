import type { z } from "zod";

/** The internals of the schema library that are read here. */
type Inner = { readonly _zod: { readonly def: { type: string; innerType?: Inner; shape?: Record<string, Inner> } } };

function kindOf(schema: Inner): string {
  const { def } = schema._zod;
  return def.innerType === undefined ? def.type : kindOf(def.innerType);
}

const readNumber = (text: string): unknown => (/^-?(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text);
const readBoolean = (text: string): unknown => (text === "true" ? true : text === "false" ? false : text);

/**
 * Queries and forms carry text only. Fields with a number or boolean schema are parsed from their canonical spelling; anything else stays
 * text, so that the schema refuses it.
 */
export function formReader(schema: z.ZodType): (fields: unknown) => unknown {
  const shape = (schema as unknown as Inner)._zod.def.shape ?? {};
  const readers = new Map<string, (text: string) => unknown>();
  for (const [name, field] of Object.entries(shape)) {
    const kind = kindOf(field);
    if (kind === "number") readers.set(name, readNumber);
    else if (kind === "boolean") readers.set(name, readBoolean);
  }
  return (fields) => {
    const read: Record<string, unknown> = {};
    if (typeof fields !== "object" || fields === null) return read;
    for (const [name, value] of Object.entries(fields)) {
      const reader = readers.get(name);
      read[name] = reader !== undefined && typeof value === "string" ? reader(value) : value;
    }
    return read;
  };
}

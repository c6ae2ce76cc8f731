import type { z } from "zod";

/** The parts of the schema library's inner form that are read here. */
type Inner = { readonly _zod: { readonly def: { type: string; innerType?: Inner; shape?: Record<string, Inner> } } };

function kindOf(schema: Inner): string {
  const { def } = schema._zod;
  return def.innerType === undefined ? def.type : kindOf(def.innerType);
}

const readNumber = (text: string): unknown => (/^-?(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text);
const readBoolean = (text: string): unknown => (text === "true" ? true : text === "false" ? false : text);

/**
 * Queries and forms carry text only. Fields whose schema wants a whole number or a yes-or-no are read from the one spelling of it;
 * anything else stays as it came, so that the schema refuses it.
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

/** As much of a JSON Schema as the contracts use. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
};

export type Field = { readonly name: string; readonly type: string; readonly isRequired: boolean };

const decimalPattern = /\\d\{1,8\}/;

/** The type in a few words: `decimal`, `BUY, SELL`, `integer 1–5`. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(String).join(", ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${schema.items === undefined ? "any" : typeOf(schema.items)}`;
  if (schema.type === "object") return "object";
  if (schema.type === "string") {
    if (schema.pattern !== undefined && decimalPattern.test(schema.pattern)) return "decimal";
    return schema.maxLength === undefined ? "text" : `text, at most ${schema.maxLength}`;
  }
  if (schema.type === "integer" || schema.type === "number") {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    const isBounded = minimum > -Number.MAX_SAFE_INTEGER && maximum < Number.MAX_SAFE_INTEGER;
    return isBounded ? `${schema.type} ${minimum}–${maximum}` : schema.type;
  }
  return typeof schema.type === "string" ? schema.type : "any";
}

const inner = (schema: Schema): Schema => (schema.type === "array" ? inner(schema.items ?? {}) : schema);

/** Fields of an object, those of objects inside it behind a dot; of a list, those of its members behind `[]`. */
export function fieldsOf(schema: Schema, prefix = ""): Field[] {
  const object = inner(schema);
  const own = Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const isRequired = object.required?.includes(name) === true;
    const member = inner(property);
    const suffix = property.type === "array" ? "[]." : ".";
    const nested = member.properties === undefined ? [] : fieldsOf(property, `${path}${suffix}`);
    return [{ name: path, type: typeOf(property), isRequired }, ...nested];
  });
  if (own.length > 0 || object.anyOf === undefined) return own;
  return object.anyOf.flatMap((choice) => fieldsOf(choice, prefix));
}

/** The spellings of one name: files say price-alert, code says priceAlert and PriceAlert, tables price_alert, people Price alert. */
export type Spelled = {
  readonly kebab: string;
  readonly camel: string;
  readonly pascal: string;
  readonly snake: string;
  readonly words: string;
};

const form = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** House rule: a folder says what it is about. */
const forbidden = new Set(["utils", "util", "common", "helpers", "helper", "constants", "types", "misc", "shared"]);

export function spelled(name: string): Spelled {
  if (!form.test(name)) throw new Error(`"${name}" is not a kebab-case name such as price-alert`);
  if (forbidden.has(name)) throw new Error(`"${name}" says nothing about what is inside; name it after its subject`);
  const parts = name.split("-");
  const pascal = parts.map((part) => part[0]!.toUpperCase() + part.slice(1)).join("");
  const words = parts.join(" ");
  return {
    kebab: name,
    camel: pascal[0]!.toLowerCase() + pascal.slice(1),
    pascal,
    snake: parts.join("_"),
    words: words[0]!.toUpperCase() + words.slice(1),
  };
}

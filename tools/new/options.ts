/** What may be said after the name, by kind: `--event fee-discount-set`. */
export const optionsOf = {
  feature: ["path"],
  module: ["events"],
  call: ["user-field", "owner"],
  command: ["class", "event", "user-field"],
  event: ["fields"],
  record: [],
  topic: ["owner", "event", "user-field"],
} as const satisfies Record<string, readonly string[]>;

export type Kind = keyof typeof optionsOf;
export const kinds = Object.keys(optionsOf) as Kind[];
export type Options = Readonly<Record<string, string>>;

export function readOptions(kind: Kind, words: readonly string[]): Options {
  const known: readonly string[] = optionsOf[kind];
  const options: Record<string, string> = {};
  for (let at = 0; at < words.length; at += 2) {
    const name = words[at]!.replace(/^--/, "");
    const value = words[at + 1];
    if (!words[at]!.startsWith("--") || !known.includes(name))
      throw new Error(`${kind} takes ${known.map((one) => `--${one} …`).join(", ") || "no options"}, not ${words[at]}`);
    if (value === undefined || value.startsWith("--")) throw new Error(`--${name} needs a value`);
    options[name] = value;
  }
  return options;
}

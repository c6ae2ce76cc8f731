import { insertedBefore } from "./edits.ts";
import { type Spelled, spelled } from "./names.ts";
import type { Options } from "./options.ts";
import type { Tree } from "./tree.ts";

const eventsPath = "contracts/src/journal/events.ts";

/** Numbers in the journal are never reused: the next is above all that were ever given. */
export function nextNumber(texts: readonly string[], define: string): number {
  const numbers = texts.flatMap((text) => [...text.matchAll(new RegExp(`${define}\\(\\s*(\\d+)`, "g"))]);
  return Math.max(...numbers.map(([, number]) => Number(number))) + 1;
}

/** The fields of a declared event. */
export function fieldsOfEvent(tree: Tree, snake: string): string[] {
  const found = new RegExp(`^  ${snake}: defineEvent\\(([^)]*)\\)`, "m").exec(tree.read(eventsPath));
  if (found === null) throw new Error(`${eventsPath} has no event ${snake}`);
  return [...found[1]!.matchAll(/"(\w+)"/g)].map(([, field]) => field!);
}

export function addEvent(tree: Tree, { snake }: Spelled, fields: readonly string[]): void {
  tree.change(eventsPath, (text) => {
    if (new RegExp(`^  ${snake}:`, "m").test(text)) throw new Error(`${eventsPath} has the event ${snake} already`);
    const listed = fields.map((field) => `, "${field}"`).join("");
    return insertedBefore(
      text,
      "} as const;",
      `  ${snake}: defineEvent(${nextNumber([text], "defineEvent")}${listed}),\n`,
    );
  });
}

/** An event of the journal: one line. */
export function event(tree: Tree, name: string, options: Options): string[] {
  const it = spelled(name);
  const fields = (options.fields ?? "uid").split(",");
  addEvent(tree, it, fields);
  return [
    `Add a sentence in ${eventsPath} if the names do not say it all.`,
    `Emit it: state.events.emit("${it.snake}", { ${fields.join(", ")} }).`,
    "If other services act on it, add it to contracts/src/journal/feed.ts.",
    "pnpm reference",
  ];
}

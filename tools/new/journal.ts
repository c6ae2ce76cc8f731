import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Spelled, spelled } from "./names.ts";
import type { Written } from "./written.ts";

const read = (root: string, path: string): string => readFileSync(join(root, path), "utf8");

/** A list `} as const;` with one more line at its end. */
function withLine(text: string, line: string, path: string): string {
  const end = text.lastIndexOf("} as const;");
  if (end < 0) throw new Error(`${path} does not end in a list`);
  return text.slice(0, end) + line + text.slice(end);
}

/** Numbers in the journal are never reused: the next is above all that were ever given. */
function nextNumber(texts: readonly string[], define: string): number {
  const numbers = texts.flatMap((text) => [...text.matchAll(new RegExp(`${define}\\(\\s*(\\d+)`, "g"))]);
  return Math.max(...numbers.map(([, number]) => Number(number))) + 1;
}

const eventsPath = "contracts/src/journal/events.ts";
const internalPath = "contracts/src/journal/internal-commands.ts";
const userPath = "contracts/src/journal/user-commands.ts";
const dispatchPath = "engine/src/commands/dispatch.ts";
const kindsPath = "engine/sim/kinds.ts";
const statePath = "engine/src/state/state.ts";

/** An event of the journal: one line. */
export function event(name: string, root: string): Written {
  const { snake } = spelled(name);
  const events = read(root, eventsPath);
  if (new RegExp(`^  ${snake}:`, "m").test(events)) throw new Error(`${eventsPath} has the event ${snake} already`);
  const code = nextNumber([events], "defineEvent");
  const end = events.indexOf("} as const;");
  return {
    files: {},
    changes: { [eventsPath]: `${events.slice(0, end)}  ${snake}: defineEvent(${code}, "uid"),\n${events.slice(end)}` },
    next: [
      `Name its fields in ${eventsPath}, in the past tense and with a sentence if the name does not say it all.`,
      `Emit it: state.events.emit("${snake}", { uid }).`,
      "If other services act on it, add it to contracts/src/journal/feed.ts; then pnpm reference.",
    ],
  };
}

const handlerOf = ({ snake, camel }: Spelled): string => `import type { CommandOf } from "@tidemark/contracts/journal";
import { refuse } from "../events/refusals.ts";
import type { State } from "../state/state.ts";

export function ${camel}(state: State, c: CommandOf<"${snake}">): void {
  if (state.users.find(c.uid) === 0) return state.refuse(refuse.NOT_FOUND);
}
`;

const testOf = ({ snake, words }: Spelled): string => `import { expect, test } from "vitest";
import { people, World } from "../../sim/index.ts";

test("${words}: a user who is not there is refused", () => {
  const world = new World({ alice: ["10 USDT"] });
  expect(world.do(world.operator({ type: "${snake}", uid: people.alice }))).toBe(200);
  expect(world.do(world.operator({ type: "${snake}", uid: 4_000_000 }))).toBe(40400);
});
`;

/** A command of the platform: its declaration, its handler with a test, its line in the table of handlers, and an example for the fuzz tests. */
export function command(name: string, root: string): Written {
  const it = spelled(name);
  const [internal, user, dispatch, examples] = [internalPath, userPath, dispatchPath, kindsPath].map((path) =>
    read(root, path),
  ) as [string, string, string, string];
  if (new RegExp(`^  ${it.snake}:`, "m").test(internal + user))
    throw new Error(`the command ${it.snake} exists already`);
  const kind = nextNumber([internal, user], "defineCommand");
  const declared = `  ${it.snake}: defineCommand(${kind}, "platform", {\n    uid: "u32",\n  }),\n`;
  const line = `  ${it.snake}: ${it.camel},\n`;
  const firstImport = dispatch.indexOf('import { amend } from "./amend.ts";');
  const table = dispatch.indexOf("};\n", dispatch.indexOf("const handlers"));
  const exampleAt = examples.indexOf("    pay_earn: ");
  if (firstImport < 0 || table < 0 || exampleAt < 0)
    throw new Error(`${dispatchPath} or ${kindsPath} has another shape`);
  const imported = `import { ${it.camel} } from "./${it.kebab}.ts";\n`;
  const withTable = dispatch.slice(0, table) + line + dispatch.slice(table);
  const example = `    ${it.snake}: () => say({ type: "${it.snake}", uid }),\n`;
  return {
    files: {
      [`engine/src/commands/${it.kebab}.ts`]: handlerOf(it),
      [`engine/src/commands/${it.kebab}.test.ts`]: testOf(it),
    },
    changes: {
      [internalPath]: withLine(internal, declared, internalPath),
      [dispatchPath]: withTable.slice(0, firstImport) + imported + withTable.slice(firstImport),
      [kindsPath]: examples.slice(0, exampleAt) + example + examples.slice(exampleAt),
    },
    next: [
      `Name its sender and fields in ${internalPath}; a command of users goes into ${userPath}.`,
      `Write what it does in engine/src/commands/${it.kebab}.ts; pnpm new event for what it states.`,
      "A call or a module gives it: contracts (command.make) or enqueueCommand. Then pnpm reference, and a mutant if it moves money.",
    ],
  };
}

const recordOf = (
  { pascal, words }: Spelled,
  plural: string,
): string => `import { KeyedRecords } from "../memory/keyed-records.ts";
import type { Memory } from "../memory/memory.ts";
import { defineRecord, word } from "../memory/record.ts";

/** The second word of its key is 0. */
export const ${pascal} = defineRecord("${words.toLowerCase()}", { id: word, keyEnd: word });

export class ${plural} {
  declare private readonly records: KeyedRecords;

  constructor(memory: Memory) {
    this.records = new KeyedRecords(memory, ${pascal});
  }

  /** 0: there is none. */
  find(id: number): number {
    return this.records.find(id, 0);
  }

  create(id: number): number {
    return this.records.create(id, 0);
  }
}
`;

/** A record of the engine's memory and its place in the state. */
export function record(name: string, root: string): Written {
  const it = spelled(name);
  const plural = `${it.pascal}s`;
  const list = `${it.camel}s`;
  const state = read(root, statePath);
  const at = {
    import: state.indexOf("import { Withdrawals }"),
    declared: state.indexOf("  declare readonly withdrawals: Withdrawals;\n"),
    made: state.indexOf("    this.withdrawals = new Withdrawals(memory);\n"),
  };
  if (Math.min(...Object.values(at)) < 0) throw new Error(`${statePath} has another shape`);
  const made = "    this.withdrawals = new Withdrawals(memory);\n";
  const changed =
    state.slice(0, at.import) +
    `import { ${plural} } from "../records/${it.kebab}.ts";\n` +
    state.slice(at.import, at.declared) +
    `  declare readonly ${list}: ${plural};\n` +
    state.slice(at.declared, at.made) +
    made +
    `    this.${list} = new ${plural}(memory);\n` +
    state.slice(at.made + made.length);
  return {
    files: { [`engine/src/records/${it.kebab}.ts`]: recordOf(it, plural) },
    changes: { [statePath]: changed },
    next: [
      "Add its fields: word, words(n), number or money. Snapshots of builds without them are refused, and nodes replay.",
      `Use it: state.${list}.find(id); state.memory.w[record + ${it.pascal}.field].`,
      "node tools/check/golden.ts record 1, with the reason in the commit.",
    ],
  };
}

import { insertedBefore } from "./edits.ts";
import { type Spelled, spelled } from "./names.ts";
import type { Tree } from "./tree.ts";

const statePath = "engine/src/state/state.ts";

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
export function record(tree: Tree, name: string): string[] {
  const it = spelled(name);
  const [plural, list] = [`${it.pascal}s`, `${it.camel}s`];
  tree.create(`engine/src/records/${it.kebab}.ts`, recordOf(it, plural));
  tree.change(statePath, (text) => {
    const imported = `import { ${plural} } from "../records/${it.kebab}.ts";\n`;
    const declared = `  declare readonly ${list}: ${plural};\n`;
    const made = "    this.withdrawals = new Withdrawals(memory);\n";
    const withImported = insertedBefore(text, "import { Withdrawals }", imported);
    const withDeclared = insertedBefore(withImported, "  declare readonly withdrawals: Withdrawals;\n", declared);
    if (!withDeclared.includes(made)) throw new Error(`${statePath} has another shape`);
    return withDeclared.replace(made, () => `${made}    this.${list} = new ${plural}(memory);\n`);
  });
  return [
    "Add its fields: word, words(n), number or money. Snapshots of builds without them are refused, and nodes replay.",
    `Use it: state.${list}.find(id); state.memory.w[record + ${it.pascal}.field].`,
    "node tools/check/golden.ts record 1, with the reason in the commit.",
  ];
}

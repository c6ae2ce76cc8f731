import { addCall, callsPathOf } from "./catalog.ts";
import { insertedBefore, withImport } from "./edits.ts";
import { eventCallOf, eventFilesOf, eventNamesOf } from "./module-events.ts";
import { type Spelled, spelled } from "./names.ts";
import type { Options } from "./options.ts";
import { answersHead, answersOpened, moduleFolderOf } from "./own-answer.ts";
import type { Tree } from "./tree.ts";

const modulesPath = "services/platform/src/modules.ts";

const callOf = ({ kebab, pascal, words }: Spelled): string => `
export const keep${pascal}Note = defineCall({
  owner: "platform",
  needs: "session",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  rate: "read",
  name: "${kebab}.keep${pascal}Note",
  path: "POST /api/${kebab}/note",
  /** ${words}: what the user wants to keep. */
  ask: z.strictObject({ text: z.string().min(1).max(200) }),
  answer: z.object({ count: z.number().int() }),
  refusals: ["LOGIN_INVALID", "TOO_MANY_REQUESTS", "BUSY"],
});
`;

const filesOf = ({ camel, pascal, snake, words }: Spelled, today: string): Record<string, string> => ({
  "index.ts": `import type { Module, ModuleDeps } from "../module/deps.ts";
import { answersOf } from "./answers.ts";
import { ${camel}Store } from "./store.ts";

/** The only file that others may import. */
export const ${camel} = (deps: ModuleDeps): Module => ({
  ${answersOpened(camel, true)}});
`,
  "rules.ts": `/** ${words}: what is allowed. Pure; the numbers come from configuration. */
export const notesPerUserMax = 100;

export const isFull = (count: number): boolean => count >= notesPerUserMax;
`,
  "rules.test.ts": `import { expect, test } from "vitest";
import { isFull, notesPerUserMax } from "./rules.ts";

test("the last note still fits, the one after it does not", () => {
  expect(isFull(notesPerUserMax - 1)).toBe(false);
  expect(isFull(notesPerUserMax)).toBe(true);
});
`,
  "store.ts": `import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type ${pascal}Store = ReturnType<typeof ${camel}Store>;

/** SQL and nothing else. */
export function ${camel}Store(db: Database) {
  return {
    async count(uid: number): Promise<number> {
      const { rows } = await sql<{ count: number }>\`
        select count(*)::int as count from ${snake}.notes where uid = \${uid}\`.execute(db);
      return rows[0]!.count;
    },
    async keep(uid: number, text: string, at: number): Promise<void> {
      await sql\`insert into ${snake}.notes (uid, text, at) values (\${uid}, \${text}, \${at})\`.execute(db);
    },
  };
}
`,
  "answers.ts": `import { calls } from "@tidemark/contracts";
import { type Answer, answer, given, refuse } from "@tidemark/kit-node";
import type { ModuleDeps } from "../module/deps.ts";
import { isFull } from "./rules.ts";
import type { ${pascal}Store } from "./store.ts";

/** Contract → rules → store. */
${answersHead(pascal, true)}  answer(calls.keep${pascal}Note, async ({ text }, { uid }) => {
    const count = await store.count(uid);
    if (isFull(count)) return refuse("TOO_MANY_REQUESTS");
    await store.keep(uid, text, deps.time.now());
    return given({ count: count + 1 });
  }),
];
`,
  [`migrations/${today}_0900_create_${snake}.sql`]: `-- Why: the module's own schema. Lock: none (new tables). Rebuild: not possible, these rows exist only here.
create schema if not exists ${snake};

create table ${snake}.notes (
  id bigint generated always as identity primary key,
  uid bigint not null,
  text text not null,
  at bigint not null
);
create index notes_of_user on ${snake}.notes (uid, id desc);
`,
});

/** A module of the platform: its contract, one entry point, pure rules, SQL in one file, answers by contract, its own migrations. */
export function module(tree: Tree, name: string, options: Options, today: string): string[] {
  const words = spelled(name);
  const { kebab, camel, pascal } = words;
  const names = options.events === undefined ? undefined : eventNamesOf(tree, options.events);
  const files = names === undefined ? filesOf(words, today) : eventFilesOf(tree, words, today, names);
  for (const [file, text] of Object.entries(files)) tree.create(`${moduleFolderOf(words)}/${file}`, text);
  if (names === undefined) addCall(tree, words, `keep${pascal}Note`, callOf(words), []);
  else addCall(tree, words, `${camel}Count`, eventCallOf(words), []);
  tree.change(modulesPath, (text) => {
    const entry = kebab === camel ? camel : `"${kebab}": ${camel}`;
    const entered = insertedBefore(text, "};\n", `  ${entry},\n`, "export const modules");
    return withImport(entered, `import { ${camel} } from "./${kebab}/index.ts";`);
  });
  return [
    `Say what it is about: ${callsPathOf(words)} is its contract, and its one call only an example of the shape.`,
    ...(names === undefined ? [] : [`What it does with events: ${moduleFolderOf(words)}/events.ts and rules.ts.`]),
    "pnpm dev migrates it, opens it and answers its calls; a system test goes through a gateway.",
    "pnpm reference",
  ];
}

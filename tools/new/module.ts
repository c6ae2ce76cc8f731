import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { catalogWith } from "./catalog.ts";
import { type Spelled, spelled } from "./names.ts";
import type { Written } from "./written.ts";

const modulesPath = "services/platform/src/modules.ts";

const importsOfContract = `import { z } from "zod";
import { defineCall } from "../define.ts";
`;

const callOf = ({ kebab, pascal, words }: Spelled): string => `
export const keep${pascal}Note = defineCall({
  owner: "platform",
  needs: "session",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  rate: "read",
  name: "${kebab}.keep${pascal}Note",
  path: "POST /${kebab}/note",
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
export const ${camel} = ({ db, time }: ModuleDeps): Module => ({ answers: answersOf(${camel}Store(db), time) });
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
import { type Answer, answer, type Clock, given, refuse } from "@tidemark/kit-node";
import { isFull } from "./rules.ts";
import type { ${pascal}Store } from "./store.ts";

/** Contract → rules → store. */
export const answersOf = (store: ${pascal}Store, clock: Pick<Clock, "now">): Answer[] => [
  answer(calls.keep${pascal}Note, async ({ text }, { uid }) => {
    const count = await store.count(uid);
    if (isFull(count)) return refuse("TOO_MANY_REQUESTS");
    await store.keep(uid, text, clock.now());
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

/** The list of modules with one more at its end. */
function modulesWith(list: string, { kebab, camel }: Spelled): string {
  const entry = kebab === camel ? camel : `"${kebab}": ${camel}`;
  const firstImport = list.indexOf("import ");
  const changed = list.replace(/\n\};/, () => `\n  ${entry},\n};`);
  if (changed === list) throw new Error(`${modulesPath} does not look like the list of modules`);
  return `${changed.slice(0, firstImport)}import { ${camel} } from "./${kebab}/index.ts";\n${changed.slice(firstImport)}`;
}

/** A module of the platform: its contract, one door, pure rules, SQL in one file, answers by contract, its own migrations. */
export function module(name: string, root: string, today: string): Written {
  const words = spelled(name);
  const folder = `services/platform/src/${words.kebab}`;
  const contract = `contracts/src/${words.kebab}/calls.ts`;
  const list = join(root, modulesPath);
  if (!existsSync(list)) throw new Error(`${modulesPath} is missing`);
  const files = Object.entries(filesOf(words, today)).map(([file, text]) => [`${folder}/${file}`, text]);
  // A contract that was written first keeps what it has; the module's example joins it.
  const isDeclared = existsSync(join(root, contract));
  const before = isDeclared ? readFileSync(join(root, contract), "utf8") : importsOfContract;
  const declared = { [contract]: before + callOf(words) };
  return {
    files: { ...(isDeclared ? {} : declared), ...Object.fromEntries(files) },
    changes: {
      ...(isDeclared ? declared : {}),
      ...catalogWith(root, words, `keep${words.pascal}Note`),
      [modulesPath]: modulesWith(readFileSync(list, "utf8"), words),
    },
    next: [
      `Say what it is about: ${contract} is its contract, and its one call only an example of the shape.`,
      "pnpm dev migrates it, opens it and answers its calls; a system test goes through a gateway, as that of content does.",
    ],
  };
}

import { spelled } from "./names.ts";
import type { Written } from "./written.ts";

const platform: Record<string, string> = {
  "services/platform/package.json": `${JSON.stringify(
    {
      name: "@tidemark/platform",
      version: "0.1.0",
      private: true,
      license: "Apache-2.0",
      type: "module",
      exports: {},
      dependencies: {
        "@tidemark/contracts": "workspace:*",
        "@tidemark/kit-node": "workspace:*",
        "@tidemark/money": "workspace:*",
        kysely: "0.29.8",
      },
      devDependencies: { "@tidemark/kit-testing": "workspace:*" },
    },
    null,
    2,
  )}\n`,
  "services/platform/tsconfig.json": `${JSON.stringify({
    extends: "../../tsconfig.base.json",
    compilerOptions: { types: ["node"], rootDir: "src", outDir: "dist-types" },
    include: ["src"],
    exclude: ["**/*.test.ts"],
    references: [{ path: "../../money" }, { path: "../../contracts" }, { path: "../../kit/node" }],
  })}\n`,
  "services/platform/src/module.ts": `import type { Clock, Database } from "@tidemark/kit-node";

/** What every module is given; what a module needs more stands in its own parameter list. */
export type Kit = { readonly db: Database; readonly clock: Clock };

/** A call of the catalogue by its name, and who answers it. */
export type Answer = { readonly call: string; answer(uid: number, ask: never): Promise<unknown> };
/** An event of the read model by its name; the cursor moves in the same transaction as what it caused. */
export type Hear = { readonly event: string; heard(event: never): Promise<void> };
export type Module = { readonly name: string; readonly answers: readonly Answer[]; readonly hears: readonly Hear[] };
`,
};

/** A module of the platform: one door, pure rules, SQL in one file, answers by contract, its own migrations. */
export function module(name: string, today: string): Written {
  const { kebab, camel, pascal, snake, words } = spelled(name);
  const folder = `services/platform/src/${kebab}`;
  const files = {
    [`${folder}/index.ts`]: `import type { Kit, Module } from "../module.ts";
import { answersOf } from "./answers.ts";
import { hearsOf } from "./hears.ts";
import { ${camel}Store } from "./store.ts";

/** The only file that others may import. */
export function ${camel}({ db, clock }: Kit): Module {
  const store = ${camel}Store(db);
  return { name: "${kebab}", answers: answersOf(store, clock), hears: hearsOf(store) };
}
`,
    [`${folder}/rules.ts`]: `/** ${words}: what is allowed. Pure; the numbers come from configuration. */
export const notesPerUserMax = 100;

export type NoteRefusal = "too_many" | "empty";

/** Checks run in a fixed order, so that the same bad input always gets the same refusal. */
export function refusalOf(text: string, count: number): NoteRefusal | undefined {
  if (text.trim() === "") return "empty";
  return count >= notesPerUserMax ? "too_many" : undefined;
}
`,
    [`${folder}/rules.test.ts`]: `import { expect, test } from "vitest";
import { notesPerUserMax, refusalOf } from "./rules.ts";

test("an empty note is refused before the count is looked at", () => {
  expect(refusalOf(" ", notesPerUserMax)).toBe("empty");
  expect(refusalOf("kept", notesPerUserMax)).toBe("too_many");
  expect(refusalOf("kept", 0)).toBeUndefined();
});
`,
    [`${folder}/store.ts`]: `import type { Database } from "@tidemark/kit-node";
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
    [`${folder}/answers.ts`]: `import type { Clock } from "@tidemark/kit-node";
import type { Answer } from "../module.ts";
import { refusalOf } from "./rules.ts";
import type { ${pascal}Store } from "./store.ts";

/** Contract → rules → store. */
export const answersOf = (store: ${pascal}Store, clock: Clock): Answer[] => [
  {
    call: "${kebab}.keepNote",
    async answer(uid, { text }: { text: string }) {
      const refusal = refusalOf(text, await store.count(uid));
      if (refusal !== undefined) return { refusal };
      await store.keep(uid, text, clock.now());
      return {};
    },
  },
];
`,
    [`${folder}/hears.ts`]: `import type { Hear } from "../module.ts";
import type { ${pascal}Store } from "./store.ts";

/** What this module does when something happened elsewhere. */
export const hearsOf = (_store: ${pascal}Store): Hear[] => [];
`,
    [`${folder}/migrations/${today}_0900_create_${snake}.sql`]: `-- Why: the module's own schema. Lock: none (new tables). Rebuild: not possible, these rows exist only here.
create schema if not exists ${snake};

create table ${snake}.notes (
  id bigint generated always as identity primary key,
  uid bigint not null,
  text text not null,
  at bigint not null
);
create index notes_of_user on ${snake}.notes (uid, id desc);
`,
  };
  return {
    files,
    shared: platform,
    next: [
      `Declare its calls first: pnpm new call ${kebab}.<call-name>.`,
      `Add ${camel}(kit) to the list of modules in services/platform/src/main.ts.`,
      "The first module also needs services/platform in tsconfig.json, and pnpm install.",
    ],
  };
}

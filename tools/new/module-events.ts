import { fieldsOfEvent } from "./event.ts";
import type { Spelled } from "./names.ts";
import { answersHead, answersOpened } from "./own-answer.ts";
import type { Tree } from "./tree.ts";

const feedPath = "contracts/src/journal/feed.ts";
/** Words of traders for events. */
const aliases: Readonly<Record<string, string>> = {
  fills: "order_filled",
  deposits: "deposit_credited",
  withdrawals: "withdrawal_ended",
};

/** The users that an event names. */
function usersIn(tree: Tree, event: string): string {
  const uids = fieldsOfEvent(tree, event).filter((field) => /^uid$|Uid$/.test(field));
  if (uids.length === 0) throw new Error(`${event} names no user; begin with an event that does`);
  return `[${uids.map((field) => `event.${field}`).join(", ")}]`;
}

/** Events of the feed, as `fills` or `order_filled,vip_level_set`. */
export function eventNamesOf(tree: Tree, text: string): string[] {
  const names = text.split(",").map((name) => aliases[name] ?? name.replaceAll("-", "_"));
  for (const name of names)
    if (!tree.read(feedPath).includes(`  "${name}",\n`)) throw new Error(`${feedPath} has no event ${name}`);
  return names;
}

export const eventCallOf = ({ kebab, camel }: Spelled): string => `
/** How many events of the user were counted. */
export const ${camel}Count = defineCall({
  owner: "platform",
  needs: "session",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  rate: "read",
  name: "${kebab}.${camel}Count",
  path: "GET /api/${kebab}/count",
  ask: z.strictObject({}),
  answer: z.object({ count: z.number().int() }),
  refusals: ["BUSY"],
});
`;

function rulesOf(tree: Tree, names: readonly string[]): string {
  const cases = names.map((name) => `    case "${name}":\n      return ${usersIn(tree, name)};\n`).join("");
  const body =
    names.length === 1 ? `  return ${usersIn(tree, names[0]!)};\n` : `  switch (event.type) {\n${cases}  }\n`;
  return `import type { FeedEvent } from "@tidemark/kit-node";

/** The events that the module acts on. */
export const consumed = [${names.map((name) => `"${name}"`).join(", ")}] as const;
export type ConsumedEvent = FeedEvent<(typeof consumed)[number]>;

export const isConsumed = (event: FeedEvent): event is ConsumedEvent =>
  (consumed as readonly string[]).includes(event.type);

function usersOf(event: ConsumedEvent): readonly number[] {
${body}}

/** How many events each user was part of. */
export function countsOf(events: readonly ConsumedEvent[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const uid of events.flatMap(usersOf)) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  return counts;
}
`;
}

/** An event of the first kind, with user 7 wherever it names one. */
function exampleOf(tree: Tree, name: string): { text: string; count: number } {
  const fields = fieldsOfEvent(tree, name);
  const isUser = (field: string): boolean => /^uid$|Uid$/.test(field);
  const values = fields.filter(isUser).map((field) => `${field}: 7`);
  return { text: `{ type: "${name}", ${values.join(", ")} } as ConsumedEvent`, count: values.length };
}

const systemTestOf = (
  { camel }: Spelled,
  example: { text: string; count: number },
): string => `import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { seedUsers } from "../index.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { consumer } from "./events.ts";
import type { ConsumedEvent } from "./rules.ts";

const password = "Gr3en-Harbour-Lamp";
let world: World;
beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
});
afterAll(() => world.close());

test("what was counted of the feed is answered through a gateway", async () => {
  const loginId = "counted@example.com";
  await seedUsers(world.database.url, [{ uid: 7, name: "counted", email: loginId }], password);
  const { client } = world.visitor("device");
  // Sign-ins are refused until their counters are connected.
  const signIn = () => client.call("signIn", { loginId, password });
  await vi.waitFor(async () => expect(await signIn()).toMatchObject({ ok: true }), { timeout: 10_000, interval: 200 });
  const events = [${example.text}];
  await consumer.handle(world.owner.db, [{ place: { core: world.core, seq: 1, part: 0 }, at: 1, events }]);
  expect(await client.call("${camel}Count", {})).toMatchObject({ ok: true, value: { count: ${example.count} } });
});
`;

const storeOf = ({ camel, pascal, snake }: Spelled): string => `import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type ${pascal}Store = ReturnType<typeof ${camel}Store>;

/** SQL and nothing else. */
export function ${camel}Store(db: Database) {
  return {
    async count(uid: number): Promise<number> {
      const { rows } = await sql<{ count: number }>\`
        select count::float8 as count from ${snake}.counts where uid = \${uid}\`.execute(db);
      return rows[0]?.count ?? 0;
    },
    async add(uid: number, count: number): Promise<void> {
      await sql\`
        insert into ${snake}.counts as old (uid, count) values (\${uid}, \${count})
        on conflict (uid) do update set count = old.count + excluded.count\`.execute(db);
    },
  };
}
`;

/** The files of a module that consumes events of the core: it counts them by user, in a table of its own. */
export function eventFilesOf(tree: Tree, it: Spelled, today: string, names: readonly string[]): Record<string, string> {
  const { camel, pascal, snake } = it;
  const example = exampleOf(tree, names[0]!);
  return {
    "index.ts": `import type { Module, ModuleDeps } from "../module/deps.ts";
import { answersOf } from "./answers.ts";
import { consumer } from "./events.ts";
import { ${camel}Store } from "./store.ts";

/** The only file that others may import. */
export const ${camel} = (deps: ModuleDeps): Module => ({
  ${answersOpened(camel, false)}  events: consumer,
});
`,
    "rules.ts": rulesOf(tree, names),
    "rules.test.ts": `import { expect, test } from "vitest";
import { type ConsumedEvent, countsOf } from "./rules.ts";

test("a user is counted as often as events name the user", () => {
  const event = ${example.text};
  expect([...countsOf([event, event])]).toEqual([[7, ${example.count * 2}]]);
});
`,
    "events.ts": `import type { FeedConsumer } from "@tidemark/kit-node";
import { consumed, countsOf, isConsumed } from "./rules.ts";
import { ${camel}Store } from "./store.ts";

/** Runs in the transaction that moves the module's cursor, so that each event counts once. */
export const consumer: FeedConsumer = {
  events: consumed,
  async handle(tx, batches) {
    const store = ${camel}Store(tx);
    const events = batches.flatMap((batch) => batch.events).filter(isConsumed);
    for (const [uid, count] of countsOf(events)) await store.add(uid, count);
  },
};
`,
    "store.ts": storeOf(it),
    "answers.ts": `import { calls } from "@tidemark/contracts";
import { type Answer, answer, given } from "@tidemark/kit-node";
import type { ${pascal}Store } from "./store.ts";

/** Contract → rules → store. */
${answersHead(pascal, false)}  answer(calls.${camel}Count, async (_ask, { uid }) => given({ count: await store.count(uid) })),
];
`,
    [`${it.kebab}.system.test.ts`]: systemTestOf(it, example),
    [`migrations/${today}_0900_create_${snake}.sql`]: `-- Why: the module's own schema. Lock: none (new tables). Rebuild: empty both tables, and the feed is read from its beginning.
create schema if not exists ${snake};

create table ${snake}.counts (
  uid bigint primary key,
  count bigint not null
);

-- What the module has read of each core's feed; feedCursorTable in kit/node.
create table ${snake}.feed_cursor (core text primary key, seq bigint not null, part int not null);
`,
  };
}

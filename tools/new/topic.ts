import { addCall, addTopic, callsPathOf, spelledIn } from "./catalog.ts";
import { declaredCall, ownerOf } from "./call.ts";
import { insertedBefore, withNameFrom } from "./edits.ts";
import { fieldsOfEvent } from "./event.ts";
import { type Spelled, spelled } from "./names.ts";
import { addNowAnswer } from "./now-answer.ts";
import type { Options } from "./options.ts";
import { addOwnAnswer, moduleFolderOf } from "./own-answer.ts";
import type { Tree } from "./tree.ts";

const rowsAnswer = (row: string): string => `z.object({ ...sourceSeq, rows: z.array(${row}) })`;

/** Its snapshot: a call of the same name, whose rows are the topic's. */
function addSnapshot(tree: Tree, domain: Spelled, it: Spelled, owner: string, row: string): void {
  const name = `${it.camel}Row`;
  const declared = `\nexport const ${name} = z.object({ ${row} });\n`;
  addCall(tree, domain, it.camel, declared + declaredCall(domain, it, owner, rowsAnswer(name)), ["sourceSeq"]);
}

const topicOf = (domain: Spelled, it: Spelled, owner: string, rest: string): string => `
export const ${it.camel}Topic = defineTopic({
  name: "${domain.kebab}.${it.camel}",
  owner: "${owner}",
  per: "user",
  snapshot: "${domain.kebab}.${it.camel}",
  row: ${it.camel}Row,
${rest}});
`;

/** The field of an event that a followed row shows. */
function shownField(tree: Tree, event: string, userField: string | undefined): string {
  const fields = fieldsOfEvent(tree, event);
  if (!fields.includes("uid")) throw new Error(`${event} names no user`);
  const others = fields.filter((field) => field !== "uid");
  const shown = userField !== undefined && others.includes(userField) ? userField : others[0];
  if (shown === undefined) throw new Error(`${event} has no field but the user's`);
  return shown;
}

/** Rows from the core's events: one row of each user, from the event's field; the snapshot reads the user's record. */
function coreTopic(tree: Tree, domain: Spelled, it: Spelled, options: Options): string[] {
  const userField = options["user-field"];
  if (options.event === undefined) throw new Error("--event says which event its rows come from, e.g. vip-level-set");
  const event = spelled(options.event.replaceAll("_", "-")).snake;
  const field = shownField(tree, event, userField);
  addSnapshot(tree, domain, it, "core", `${field}: z.number().int()`);
  addTopic(
    tree,
    domain,
    it,
    topicOf(
      domain,
      it,
      "core",
      `  // Each user has one row.
  rowKey: () => "",
  gone: () => false,
  events: ["${event}"],
  rows: (event) => (event.type === "${event}" ? [{ to: event.uid, row: { ${field}: event.${field} } }] : []),
`,
    ),
  );
  addNowAnswer(tree, domain, it, {
    data: (value) => (userField === undefined ? "{ rows: [] }" : `{ rows: [{ ${field}: ${value} }] }`),
    expected: userField === undefined ? "{ rows: [] }" : `{ rows: [{ ${field}: 0 }] }`,
    userField,
  });
  return [
    `Say what a row is: ${callsPathOf(domain)}, and what each event contributes: contracts/src/${domain.kebab}/topics.ts.`,
    ...(userField === undefined ? ["Its snapshot has no rows yet: services/core/src/questions/now.ts."] : []),
    "pnpm reference",
  ];
}

const migrationOf = (
  schema: string,
): string => `-- Why: numbers the changes of each user's streams, so that open pages follow them; topicWriter in kit/node.
-- Lock: none (new table). Rebuild: empty it; clients then take their snapshots again.
create table ${schema}.topic_seq (
  topic text not null,
  uid bigint not null,
  seq bigint not null,
  changed_at bigint not null,
  primary key (topic, uid)
);
create index topic_seq_by_change on ${schema}.topic_seq (changed_at);
`;

/** The table that numbers a module's changes, unless the module has one, and the topic in what its index.ts returns. */
function connectModule(tree: Tree, domain: Spelled, it: Spelled, today: string): string[] {
  const folder = moduleFolderOf(domain);
  if (!tree.has(`${folder}/index.ts`))
    throw new Error(`there is no module ${domain.kebab}: pnpm new module ${domain.kebab}`);
  const migrations = tree.namesIn(`${folder}/migrations`);
  if (!migrations.some((name) => tree.read(`${folder}/migrations/${name}`).includes(".topic_seq")))
    tree.create(`${folder}/migrations/${today}_0901_create_topic_seq.sql`, migrationOf(domain.snake));
  const opened = /^ *answers: .*,\n/m.exec(tree.read(`${folder}/index.ts`))?.[0];
  if (opened === undefined || tree.read(`${folder}/index.ts`).includes("topics: ["))
    return [`Name it in what ${folder}/index.ts returns: topics: [topics.${it.camel}].`];
  tree.change(`${folder}/index.ts`, (text) => {
    const entered = insertedBefore(
      text,
      opened,
      `${opened.slice(0, opened.indexOf("answers"))}topics: [topics.${it.camel}],\n`,
    );
    return withNameFrom(entered, "topics", "@tidemark/contracts");
  });
  return [];
}

function platformTopic(tree: Tree, domain: Spelled, it: Spelled, today: string): string[] {
  const connected = connectModule(tree, domain, it, today);
  addSnapshot(tree, domain, it, "platform", "id: z.string()");
  const rest = `  rowKey: ({ id }) => String(id),\n  gone: () => false,\n`;
  addTopic(tree, domain, it, topicOf(domain, it, "platform", rest));
  const answered = `  answer(calls.${it.camel}, async (_ask, { uid }) => {
    // The number before the rows: a newer row comes again with its delta, an older one would stay.
    const at = await deps.topics.at(deps.db, topics.${it.camel}, uid);
    return given({ ...at, rows: [] });
  }),
`;
  return [
    `Say what a row is: ${callsPathOf(domain)}.`,
    ...connected,
    ...addOwnAnswer(tree, domain, answered, ["topics"]),
    `Number each change in its transaction, deps.topics.change(tx, topics.${it.camel}, uid, rows), and publish it after the commit.`,
    "pnpm reference",
  ];
}

/** A topic per user, given as domain.topic-name, with its snapshot call and who answers it. */
export function topic(tree: Tree, name: string, options: Options, today: string): string[] {
  const { domain, it } = spelledIn(name, "account.fee-discount");
  if (ownerOf(options) === "core") return coreTopic(tree, domain, it, options);
  if (options.event !== undefined)
    throw new Error("a topic of the platform has no --event: its module writes its rows");
  return platformTopic(tree, domain, it, today);
}

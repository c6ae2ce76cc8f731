import { consoleCalls, type ContentChange, type ContentPreview, type WaitingContent } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Asked,
  auditLog,
  type Clock,
  type Database,
  given,
  inTransaction,
  type Outcome,
  refuse,
} from "@tidemark/kit-node";
import { actorOf } from "../module/audit-line.ts";
import { waitingActs } from "../module/second-operator.ts";
import { problemOfConfigs } from "./config-rules.ts";
import { writeConfig } from "./configs.ts";
import { differencesOf } from "./differences.ts";
import { contentStore, type ContentStore } from "./store.ts";

export type ChangeDeps = { readonly db: Database; readonly clock: Pick<Clock, "now"> };

const schema = "content";
const userFlagsMax = 500;

function subjectOf(change: ContentChange): string {
  if (change.kind === "config" || change.kind === "strategy") return `${change.kind} ${change.name}`;
  return change.kind === "countryFlag"
    ? `flag ${change.flag} of ${change.country}`
    : `flag ${change.flag} of account ${change.uid}`;
}

/** What stands now, as far as the change is about it. */
async function presentOf(store: ContentStore, change: ContentChange): Promise<unknown> {
  if (change.kind === "config") return (await store.configs()).find(({ name }) => name === change.name)?.body;
  if (change.kind === "strategy") {
    const found = (await store.strategies()).find(({ name }) => name === change.name);
    return found === undefined ? undefined : { variants: found.variants, isRunning: found.isRunning };
  }
  if (change.kind === "userFlag") return { isOn: (await store.userFlag(change.uid, change.flag)) ?? null };
  const isOn = (await store.countryFlags()).some((one) => one.country === change.country && one.flag === change.flag);
  return { isOn };
}

function wantedOf(change: ContentChange): unknown {
  if (change.kind === "config") return change.body;
  return change.kind === "strategy"
    ? { variants: change.variants, isRunning: change.isRunning }
    : { isOn: change.isOn };
}

/** What only ends a trial or takes a flag away closes; a config may open anything. */
function needsSecond(change: ContentChange, present: unknown): boolean {
  if (change.kind === "config") return true;
  if (change.kind === "strategy") {
    const isSame =
      differencesOf((present as { variants?: unknown } | undefined)?.variants, change.variants).length === 0;
    return change.isRunning || !isSame;
  }
  return change.isOn;
}

/** By the rules of the module; empty where the change can be made. */
async function problemOf(store: ContentStore, change: ContentChange): Promise<string> {
  if (change.kind === "strategy") {
    const names = change.variants.map(({ name }) => name);
    if (new Set(names).size < names.length) return "two variants have one name";
    return change.variants.some(({ weight }) => weight > 0) ? "" : "no variant has a weight";
  }
  if (change.kind !== "config") return "";
  const kept = await store.configs();
  const old = kept.find(({ name }) => name === change.name);
  if (old === undefined) return `there is no config ${change.name}`;
  if (old.version !== change.version) return `it was changed meanwhile: version ${old.version}, not ${change.version}`;
  return problemOfConfigs(kept.map((one) => (one === old ? { ...old, body: change.body } : one))) ?? "";
}

async function previewOf(store: ContentStore, change: ContentChange): Promise<ContentPreview> {
  const present = await presentOf(store, change);
  const differences = differencesOf(present, wantedOf(change));
  const problem = (await problemOf(store, change)) || (differences.length === 0 ? "nothing would change" : "");
  return { problem, differences, needsSecond: needsSecond(change, present) };
}

async function write(tx: Database, change: ContentChange, at: number): Promise<void> {
  const store = contentStore(tx);
  if (change.kind === "strategy") return store.setStrategy(change);
  if (change.kind === "countryFlag") return store.setCountryFlag(change);
  if (change.kind === "userFlag") return store.setUserFlag(change);
  const biz = (await store.configs()).find(({ name }) => name === change.name)?.biz;
  const problem = await writeConfig(store, { name: change.name, biz, body: change.body }, at);
  // The preview in this transaction had none: the file was changed between the two reads.
  if (problem !== undefined) throw new Error(`content: ${change.name} is not written: ${problem}`);
}

function change(deps: ChangeDeps, wanted: ContentChange, reason: string, asked: Asked) {
  return inTransaction(deps.db, async (tx): Promise<Outcome<{ isDone: boolean }>> => {
    const at = deps.clock.now();
    const subject = subjectOf(wanted);
    const { problem, differences, needsSecond: isTwo } = await previewOf(contentStore(tx), wanted);
    if (problem !== "") return refuse("REQUEST_INVALID", { problem });
    const act = { subject, change: wanted, by: asked.uid, reason, at };
    const step = isTwo ? await waitingActs.ask(tx, schema, act) : "second";
    if (step === "own") return refuse("OWN_APPROVAL");
    const isDone = step === "second";
    if (isDone) {
      await write(tx, wanted, at);
      await waitingActs.drop(tx, schema, subject);
    }
    const action = isDone ? "content changed" : "content change asked";
    const [before, after] = (["before", "after"] as const).map((side) =>
      Object.fromEntries(differences.map((one) => [one.path, one[side]])),
    );
    await auditLog.append(tx, [{ ...actorOf(asked, reason), at, action, subject, before, after }]);
    return given({ isDone });
  });
}

const drop = ({ db, clock }: ChangeDeps, subject: string, reason: string, asked: Asked) =>
  inTransaction(db, async (tx): Promise<Outcome<Record<string, never>>> => {
    const at = clock.now();
    const waiting = (await waitingActs.list(tx, schema, at)).find((one) => one.subject === subject);
    if (waiting === undefined) return refuse("NOT_FOUND");
    await waitingActs.drop(tx, schema, subject);
    const line = { ...actorOf(asked, reason), at, action: "content change dropped", subject };
    await auditLog.append(tx, [{ ...line, before: "waiting", after: "" }]);
    return given({});
  });

async function overview({ db, clock }: ChangeDeps) {
  const store = contentStore(db);
  const configs = await store.configs();
  const waiting = (await waitingActs.list(db, schema, clock.now())) as unknown as Omit<WaitingContent, "preview">[];
  return given({
    configs: configs.map(({ name, biz = "", version, body, seedHash }) => ({
      name,
      biz,
      version,
      body: body as Record<string, unknown>,
      isSeed: seedHash !== null,
    })),
    strategies: (await store.strategies()).map(({ variants, ...one }) => ({ ...one, variants: [...variants] })),
    countryFlags: await store.countryFlags(),
    userFlags: await store.userFlags(userFlagsMax),
    waiting: await Promise.all(waiting.map(async (one) => ({ ...one, preview: await previewOf(store, one.change) }))),
  });
}

/** What operators ask and change in the console. */
export const contentChangeAnswers = (deps: ChangeDeps): Answer[] => [
  answer(consoleCalls.contentOverview, () => overview(deps)),
  answer(consoleCalls.previewContent, async ({ change: wanted }) =>
    given(await previewOf(contentStore(deps.db), wanted)),
  ),
  answer(consoleCalls.changeContent, ({ change: wanted, reason }, asked) => change(deps, wanted, reason, asked)),
  answer(consoleCalls.dropContentChange, ({ subject, reason }, asked) => drop(deps, subject, reason, asked)),
];

import { randomBytes } from "node:crypto";
import {
  accessMaxMs,
  apiKeyRecord,
  apiKeysMax,
  calls,
  changedApiKeys,
  type Permission,
  permissions as allPermissions,
  type Row,
  topics,
} from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Asked,
  type Database,
  given,
  inTransaction,
  type Outcome,
  refuse,
} from "@tidemark/kit-node";
import { activityOriginOf } from "../module/accounts.ts";
import { type ApiKeyRow, apiKeys } from "./api-key-store.ts";
import { type SecurityDeps } from "./deps.ts";
import { inOrder, needsIps, untilAfterEdit, untilOf } from "./rules.ts";

/** Purpose of the seal; gateways open it with the same. */
const purpose = "api-keys";
const keyBytes = 24;
const secretBytes = 32;
/** As many as fit into one bus message. */
const changedPerAnswerMax = 1_000;
/** Header bytes of an Ed25519 public key in DER; the rest is the key. */
const publicKeyHeadBytes = 12;

const changeOf = (key: string, at: number): string => `${key}.${at}`;
const newName = (bytes: number): string => randomBytes(bytes).toString("base64url");
const rawPublicKey = (pem: string): string =>
  Buffer.from(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ""), "base64")
    .subarray(publicKeyHeadBytes)
    .toString("hex");

type Change = {
  readonly kind: "created" | "changed" | "removed";
  readonly row: Pick<ApiKeyRow, "label"> & Partial<ApiKeyRow>;
};
const activityOf = { created: "API_KEY_CREATED", changed: "API_KEY_CHANGED", removed: "API_KEY_REMOVED" } as const;

/** Logs the change and notifies the user. */
async function note(deps: SecurityDeps, tx: Database, { uid, from }: Asked, { kind, row }: Change): Promise<void> {
  const at = deps.clock.now();
  const origin = activityOriginOf(deps.regionOf, from);
  await deps.accounts.logActivity(tx, uid, activityOf[kind], origin, at);
  const rights = row.permissions === undefined ? {} : { permissions: row.permissions.join(", ") };
  await deps.accounts.notify(tx, uid, `api-key-${kind}`, { label: row.label, ...rights, ...origin }, at);
}

/** In the transaction of the change; the returned function publishes it and belongs after the commit. */
async function listChange(deps: SecurityDeps, tx: Database, uid: number, rows: readonly Row[]): Promise<() => void> {
  const change = await deps.topics.change(tx, topics.apiKeys, uid, rows);
  return () => deps.topics.publish(change);
}

type Wish = {
  readonly label: string;
  readonly permissions: readonly Permission[];
  readonly ips: readonly string[];
  readonly days?: number | undefined;
  readonly publicKey?: string | undefined;
};

async function create(
  deps: SecurityDeps,
  request: Wish,
  asked: Asked,
): Promise<Outcome<ApiKeyRow & { secret: string }>> {
  if (needsIps(request)) return refuse("IP_LIST_NEEDED");
  const { uid } = asked;
  let publish = (): void => undefined;
  const outcome = await inTransaction(deps.db, async (tx): Promise<Outcome<ApiKeyRow & { secret: string }>> => {
    await apiKeys.queue(tx, uid);
    if (!(await deps.accounts.isSignedIn(tx, asked, deps.clock.now()))) return refuse("LOGIN_INVALID");
    if ((await apiKeys.count(tx, uid)) >= apiKeysMax) return refuse("API_KEY_LIMIT", { allowed: String(apiKeysMax) });
    if (await apiKeys.isLabelTaken(tx, uid, request.label, "")) return refuse("LABEL_TAKEN");
    const at = deps.clock.now();
    const [key, secret] = [newName(keyBytes), request.publicKey === undefined ? newName(secretBytes) : ""];
    const ips = [...new Set(request.ips)];
    const row: ApiKeyRow = {
      key,
      label: request.label,
      exchange: deps.exchangeOf(asked.core),
      kind: request.publicKey === undefined ? "HMAC_SHA256" : "ED25519",
      permissions: inOrder(request.permissions, allPermissions),
      ips,
      madeAt: at,
      until: untilOf(request.days, ips, at),
    };
    const sealed = secret === "" ? null : deps.box.seal(purpose, key, secret);
    const publicKey = request.publicKey === undefined ? null : rawPublicKey(request.publicKey);
    await apiKeys.add(tx, { ...row, uid, sealed, publicKey });
    await note(deps, tx, asked, { kind: "created", row });
    publish = await listChange(deps, tx, uid, [row]);
    return given({ ...row, secret });
  });
  publish();
  return outcome;
}

type Edit = { readonly key: string } & { readonly [K in "label" | "permissions" | "ips"]?: Wish[K] | undefined };

async function edit(deps: SecurityDeps, { key, ...request }: Edit, asked: Asked): Promise<Outcome<ApiKeyRow>> {
  const at = deps.clock.now();
  let publish = (): void => undefined;
  const outcome = await inTransaction(deps.db, async (tx): Promise<Outcome<ApiKeyRow>> => {
    await apiKeys.queue(tx, asked.uid);
    if (!(await deps.accounts.isSignedIn(tx, asked, deps.clock.now()))) return refuse("LOGIN_INVALID");
    const before = await apiKeys.lock(tx, asked.uid, key);
    if (before === undefined) return refuse("NOT_FOUND");
    const ips = request.ips === undefined ? before.ips : [...new Set(request.ips)];
    const after: ApiKeyRow = {
      ...before,
      label: request.label ?? before.label,
      permissions: inOrder(request.permissions ?? before.permissions, allPermissions),
      ips,
      until: untilAfterEdit(before.until, ips, at),
    };
    if (needsIps(after)) return refuse("IP_LIST_NEEDED");
    if (await apiKeys.isLabelTaken(tx, asked.uid, after.label, key)) return refuse("LABEL_TAKEN");
    await apiKeys.change(tx, after, at);
    await note(deps, tx, asked, { kind: "changed", row: after });
    publish = await listChange(deps, tx, asked.uid, [after]);
    return given(after);
  });
  publish();
  if (outcome.ok) deps.publishChangedKeys([changeOf(key, at)]);
  return outcome;
}

/** Published to the gateways at once; those that miss it poll. */
async function remove(deps: SecurityDeps, key: string | undefined, asked: Asked): Promise<number> {
  const at = deps.clock.now();
  let publish = (): void => undefined;
  const removed = await inTransaction(deps.db, async (tx) => {
    const rows = await apiKeys.remove(tx, asked.uid, key, at);
    for (const row of rows) await note(deps, tx, asked, { kind: "removed", row });
    const gone = rows.map((row) => ({ key: row.key, isRemoved: true }));
    if (gone.length > 0) publish = await listChange(deps, tx, asked.uid, gone);
    return rows;
  });
  publish();
  deps.publishChangedKeys(removed.map((row) => changeOf(row.key, at)));
  return removed.length;
}

function ofGateways(deps: SecurityDeps): Answer[] {
  return [
    answer(apiKeyRecord, async ({ key }, { core }) => {
      const found = await apiKeys.record(deps.db, key, deps.exchangeOf(core));
      if (found === undefined) return refuse("NOT_FOUND");
      const { uid, kind, sealed, publicKey, permissions, ips, until } = found;
      return given({
        uid,
        kind,
        sealed: sealed?.toString("base64") ?? "",
        publicKey: publicKey ?? "",
        permissions,
        ips,
        until,
      });
    }),
    answer(changedApiKeys, async ({ since }) => {
      // Older changes are not needed: gateways reload records after this time anyway.
      const now = deps.clock.now();
      const rows = await apiKeys.changed(deps.db, Math.max(since, now - accessMaxMs), changedPerAnswerMax);
      const isWhole = rows.length < changedPerAnswerMax;
      const until = isWhole ? now : rows.at(-1)!.at - 1;
      return given({ ids: rows.map(({ key, at }) => changeOf(key, at)), until, isWhole });
    }),
  ];
}

/** API keys of an account. */
export const apiKeyAnswers = (deps: SecurityDeps): Answer[] => [
  answer(calls.apiKeyList, async (_ask, { uid }) => {
    const at = await deps.topics.at(deps.db, topics.apiKeys, uid);
    return given({ ...at, list: await apiKeys.list(deps.db, uid), allowed: apiKeysMax });
  }),
  answer(calls.createApiKey, (request, asked) => create(deps, request, asked)),
  answer(calls.editApiKey, (request, asked) => edit(deps, request, asked)),
  answer(calls.removeApiKey, async ({ key }, asked) =>
    (await remove(deps, key, asked)) === 1 ? given({}) : refuse("NOT_FOUND"),
  ),
  answer(calls.removeAllApiKeys, async (_ask, asked) => given({ removed: await remove(deps, undefined, asked) })),
  ...ofGateways(deps),
];

import { randomBytes } from "node:crypto";
import {
  accessMaxMs,
  apiKeyRecord,
  apiKeysMax,
  calls,
  changedApiKeys,
  type Permission,
  permissions as allPermissions,
} from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, type Outcome, refuse } from "@tidemark/kit-node";
import { isStillIn, logActivity, seenFrom } from "../account-log.ts";
import { enqueueNoticeOf } from "../notices.ts";
import { type ApiKeyRow, apiKeys } from "./api-key-store.ts";
import { inTransaction, type SecurityKit } from "./kit.ts";
import { inOrder, needsIps, untilAfterEdit, untilOf } from "./rules.ts";

/** What the secret of a key is sealed for; gateways open it by the same word. */
const purpose = "api-keys";
const keyBytes = 24;
const secretBytes = 32;
/** As many as one message of the bus takes. */
const changedPerAnswerMax = 1_000;
/** The first bytes of an Ed25519 key in PEM form say what it is; the rest is the key. */
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

/** The owner hears of every change of what programs may do for him. */
async function note(kit: SecurityKit, tx: Database, { uid, from }: Asked, { kind, row }: Change): Promise<void> {
  const at = kit.clock.now();
  const seen = seenFrom(kit.regionOf, from);
  await logActivity(tx, uid, activityOf[kind], seen, at);
  const rights = row.permissions === undefined ? {} : { permissions: row.permissions.join(", ") };
  await enqueueNoticeOf(tx, uid, `api-key-${kind}`, { label: row.label, ...rights, ...seen }, at);
}

type Wish = {
  readonly label: string;
  readonly permissions: readonly Permission[];
  readonly ips: readonly string[];
  readonly days?: number | undefined;
  readonly publicKey?: string | undefined;
};

async function create(kit: SecurityKit, wish: Wish, asked: Asked): Promise<Outcome<ApiKeyRow & { secret: string }>> {
  if (needsIps(wish)) return refuse("IP_LIST_NEEDED");
  const { uid } = asked;
  return inTransaction(kit, async (tx) => {
    await apiKeys.queue(tx, uid);
    if (!(await isStillIn(tx, asked))) return refuse("LOGIN_INVALID");
    if ((await apiKeys.count(tx, uid)) >= apiKeysMax) return refuse("API_KEY_LIMIT", { allowed: String(apiKeysMax) });
    if (await apiKeys.isLabelTaken(tx, uid, wish.label, "")) return refuse("LABEL_TAKEN");
    const at = kit.clock.now();
    const [key, secret] = [newName(keyBytes), wish.publicKey === undefined ? newName(secretBytes) : ""];
    const ips = [...new Set(wish.ips)];
    const row: ApiKeyRow = {
      key,
      label: wish.label,
      kind: wish.publicKey === undefined ? "HMAC_SHA256" : "ED25519",
      permissions: inOrder(wish.permissions, allPermissions),
      ips,
      madeAt: at,
      until: untilOf(wish.days, ips, at),
    };
    const sealed = secret === "" ? null : kit.box.seal(purpose, key, secret);
    const publicKey = wish.publicKey === undefined ? null : rawPublicKey(wish.publicKey);
    await apiKeys.add(tx, { ...row, uid, sealed, publicKey });
    await note(kit, tx, asked, { kind: "created", row });
    return given({ ...row, secret });
  });
}

type Edit = { readonly key: string } & { readonly [K in "label" | "permissions" | "ips"]?: Wish[K] | undefined };

async function edit(kit: SecurityKit, { key, ...wish }: Edit, asked: Asked): Promise<Outcome<ApiKeyRow>> {
  const at = kit.clock.now();
  const outcome = await inTransaction(kit, async (tx): Promise<Outcome<ApiKeyRow>> => {
    await apiKeys.queue(tx, asked.uid);
    if (!(await isStillIn(tx, asked))) return refuse("LOGIN_INVALID");
    const before = await apiKeys.held(tx, asked.uid, key);
    if (before === undefined) return refuse("NOT_FOUND");
    const ips = wish.ips === undefined ? before.ips : [...new Set(wish.ips)];
    const after: ApiKeyRow = {
      ...before,
      label: wish.label ?? before.label,
      permissions: inOrder(wish.permissions ?? before.permissions, allPermissions),
      ips,
      until: untilAfterEdit(before.until, ips, at),
    };
    if (needsIps(after)) return refuse("IP_LIST_NEEDED");
    if (await apiKeys.isLabelTaken(tx, asked.uid, after.label, key)) return refuse("LABEL_TAKEN");
    await apiKeys.change(tx, after, at);
    await note(kit, tx, asked, { kind: "changed", row: after });
    return given(after);
  });
  if (outcome.ok) kit.tellChanged([changeOf(key, at)]);
  return outcome;
}

/** Gateways hear of it at once; those that the bus does not reach ask a moment later. */
async function remove(kit: SecurityKit, key: string | undefined, asked: Asked): Promise<number> {
  const at = kit.clock.now();
  const removed = await inTransaction(kit, async (tx) => {
    const rows = await apiKeys.remove(tx, asked.uid, key, at);
    for (const row of rows) await note(kit, tx, asked, { kind: "removed", row });
    return rows;
  });
  kit.tellChanged(removed.map((row) => changeOf(row.key, at)));
  return removed.length;
}

function ofGateways(kit: SecurityKit): Answer[] {
  return [
    answer(apiKeyRecord, async ({ key }) => {
      const found = await apiKeys.record(kit.db, key);
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
      // What a gateway has not asked for longer than it trusts an answer, it asks again anyway.
      const now = kit.clock.now();
      const rows = await apiKeys.changed(kit.db, Math.max(since, now - accessMaxMs), changedPerAnswerMax);
      const isWhole = rows.length < changedPerAnswerMax;
      return given({ ids: rows.map(({ key, at }) => changeOf(key, at)), until: isWhole ? now : rows.at(-1)!.at - 1 });
    }),
  ];
}

/** Keys by which programs sign for an account. */
export const apiKeyAnswers = (kit: SecurityKit): Answer[] => [
  answer(calls.apiKeyList, async (_ask, { uid }) =>
    given({ list: await apiKeys.list(kit.db, uid), allowed: apiKeysMax }),
  ),
  answer(calls.createApiKey, (wish, asked) => create(kit, wish, asked)),
  answer(calls.editApiKey, (wish, asked) => edit(kit, wish, asked)),
  answer(calls.removeApiKey, async ({ key }, asked) =>
    (await remove(kit, key, asked)) === 1 ? given({}) : refuse("NOT_FOUND"),
  ),
  answer(calls.removeAllApiKeys, async (_ask, asked) => given({ removed: await remove(kit, undefined, asked) })),
  ...ofGateways(kit),
];

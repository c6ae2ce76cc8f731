import { randomUUID } from "node:crypto";
import { type ActivityKind, calls, type NetworkId, networks, withdrawalAddressesMax } from "@tidemark/contracts";
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
import { isAddressOf, sameAs } from "./address-format.ts";
import { isOnlyAllowListed, openFrom, type Policy, usableFrom } from "./withdrawal-address-rules.ts";
import { type WithdrawalAddressRow, withdrawalAddresses, policies } from "./withdrawal-address-store.ts";
import { type SecurityDeps } from "./deps.ts";

type Shown = Omit<WithdrawalAddressRow, "allowListedAt"> & {
  readonly isAllowListed: boolean;
  readonly usableFrom: number | null;
};

const shown = (deps: SecurityDeps, { allowListedAt, ...row }: WithdrawalAddressRow, policy: Policy): Shown => ({
  ...row,
  isAllowListed: allowListedAt !== null,
  usableFrom: usableFrom({ ...row, allowListedAt }, policy, deps.clock.now(), deps.addressWaitMs),
});

/** The mail shows the whole address, so that the user can see whether it is his own. */
async function notifyOwner(
  deps: SecurityDeps,
  tx: Database,
  { uid, from }: Asked,
  row: WithdrawalAddressRow,
  kind: "added" | "allowed" | "removed",
): Promise<void> {
  const origin = activityOriginOf(deps.regionOf, from);
  const address = row.memo === "" ? row.address : `${row.address} (${row.memo})`;
  const facts = { label: row.label, network: networks[row.network].name, address, ...origin };
  await deps.accounts.notify(tx, uid, `withdrawal-address-${kind}`, facts, deps.clock.now());
}
const log = (deps: SecurityDeps, tx: Database, { uid, from }: Asked, kind: ActivityKind): Promise<void> =>
  deps.accounts.logActivity(tx, uid, kind, activityOriginOf(deps.regionOf, from), deps.clock.now());

type Wish = {
  readonly network: NetworkId;
  readonly address: string;
  readonly memo: string;
  readonly label: string;
  readonly isAllowListed: boolean;
};

async function add(deps: SecurityDeps, { isAllowListed, ...request }: Wish, asked: Asked): Promise<Outcome<Shown>> {
  if (!deps.networks.includes(request.network)) return refuse("ADDRESS_INVALID");
  if (!isAddressOf(request.network, request.address, request.memo)) return refuse("ADDRESS_INVALID");
  const { uid } = asked;
  return inTransaction(deps.db, async (tx) => {
    if (!(await deps.accounts.isSignedIn(tx, asked, deps.clock.now()))) return refuse("LOGIN_INVALID");
    if ((await withdrawalAddresses.count(tx, uid)) >= withdrawalAddressesMax)
      return refuse("ADDRESS_LIMIT", { allowed: String(withdrawalAddressesMax) });
    const addedAt = deps.clock.now();
    const row: WithdrawalAddressRow = {
      id: randomUUID(),
      ...request,
      addedAt,
      allowListedAt: isAllowListed ? addedAt : null,
    };
    if (!(await withdrawalAddresses.add(tx, uid, row, sameAs(request.network, request.address))))
      return refuse("ADDRESS_TAKEN");
    await log(deps, tx, asked, "WITHDRAWAL_ADDRESS_ADDED");
    await notifyOwner(deps, tx, asked, row, "added");
    return given(shown(deps, row, await policies.of(tx, uid)));
  });
}

const allow = (deps: SecurityDeps, { id, isAllowListed }: { id: string; isAllowListed: boolean }, asked: Asked) =>
  inTransaction(deps.db, async (tx): Promise<Outcome<Shown>> => {
    if (!(await deps.accounts.isSignedIn(tx, asked, deps.clock.now()))) return refuse("LOGIN_INVALID");
    const before = await withdrawalAddresses.lock(tx, asked.uid, id);
    if (before === undefined) return refuse("NOT_FOUND");
    // An address that is allow-listed keeps its time: a repeated request does not restart the wait.
    const allowListedAt = isAllowListed ? (before.allowListedAt ?? deps.clock.now()) : null;
    await withdrawalAddresses.allow(tx, id, allowListedAt);
    await log(deps, tx, asked, "WITHDRAWAL_ADDRESS_CHANGED");
    if (allowListedAt !== null && before.allowListedAt === null) await notifyOwner(deps, tx, asked, before, "allowed");
    return given(shown(deps, { ...before, allowListedAt }, await policies.of(tx, asked.uid)));
  });

const remove = (deps: SecurityDeps, id: string, asked: Asked) =>
  inTransaction(deps.db, async (tx): Promise<Outcome<Record<string, never>>> => {
    const row = await withdrawalAddresses.lock(tx, asked.uid, id);
    if (row === undefined) return refuse("NOT_FOUND");
    await withdrawalAddresses.remove(tx, id, deps.clock.now());
    await log(deps, tx, asked, "WITHDRAWAL_ADDRESS_REMOVED");
    await notifyOwner(deps, tx, asked, row, "removed");
    return given({});
  });

const policyShown = (deps: SecurityDeps, policy: Policy) => ({
  onlyAllowListed: isOnlyAllowListed(policy, deps.clock.now(), deps.addressWaitMs),
  openFrom: openFrom(policy, deps.clock.now(), deps.addressWaitMs),
});

const setOnly = (deps: SecurityDeps, isOn: boolean, asked: Asked) =>
  inTransaction(deps.db, async (tx): Promise<Outcome<ReturnType<typeof policyShown>>> => {
    if (!(await deps.accounts.isSignedIn(tx, asked, deps.clock.now()))) return refuse("LOGIN_INVALID");
    const before = await policies.of(tx, asked.uid);
    const isInForce = isOnlyAllowListed(before, deps.clock.now(), deps.addressWaitMs);
    // A repeated switch-off does not restart the wait.
    const endedAt = isOn || !isInForce ? null : (before.endedAt ?? deps.clock.now());
    const policy = { onlyAllowListed: isOn || isInForce, endedAt };
    await policies.keep(tx, asked.uid, policy);
    await log(deps, tx, asked, "WITHDRAWAL_ADDRESS_CHANGED");
    // The wait protects only a user who is notified.
    if (endedAt !== null && before.endedAt === null)
      await deps.accounts.notify(
        tx,
        asked.uid,
        "withdrawal-list-off",
        activityOriginOf(deps.regionOf, asked.from),
        deps.clock.now(),
      );
    return given(policyShown(deps, policy));
  });

/** Withdrawal addresses of an account. */
export const withdrawalAddressAnswers = (deps: SecurityDeps): Answer[] => [
  answer(calls.withdrawalAddressList, async ({ network }, { uid }) => {
    const policy = await policies.of(deps.db, uid);
    const rows = await withdrawalAddresses.list(deps.db, uid, network);
    const list = rows.map((row) => shown(deps, row, policy));
    return given({ list, ...policyShown(deps, policy), allowed: withdrawalAddressesMax, networks: [...deps.networks] });
  }),
  answer(calls.addWithdrawalAddress, (request, asked) => add(deps, request, asked)),
  answer(calls.allowWithdrawalAddress, (request, asked) => allow(deps, request, asked)),
  answer(calls.setOnlyAllowListed, ({ isOn }, asked) => setOnly(deps, isOn, asked)),
  answer(calls.removeWithdrawalAddress, ({ id }, asked) => remove(deps, id, asked)),
];

import { randomUUID } from "node:crypto";
import { type ActivityKind, calls, type NetworkId, networks, withdrawalAddressesMax } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, type Outcome, refuse } from "@tidemark/kit-node";
import { isStillIn, logActivity, seenFrom } from "../account-log.ts";
import { enqueueNoticeOf } from "../notices.ts";
import { isAddressOf, sameAs } from "./address-format.ts";
import { isOnlyAllowListed, openFrom, type Policy, usableFrom } from "./address-rules.ts";
import { type AddressRow, addresses, policies } from "./address-store.ts";
import { inTransaction, type SecurityKit } from "./kit.ts";

type Shown = Omit<AddressRow, "allowListedAt"> & {
  readonly isAllowListed: boolean;
  readonly usableFrom: number | null;
};

const shown = (kit: SecurityKit, { allowListedAt, ...row }: AddressRow, policy: Policy): Shown => ({
  ...row,
  isAllowListed: allowListedAt !== null,
  usableFrom: usableFrom({ ...row, allowListedAt }, policy, kit.clock.now(), kit.addressWaitMs),
});

/** The mail shows the whole address: whoever reads it can see that it is not his. */
async function tell(
  kit: SecurityKit,
  tx: Database,
  { uid, from }: Asked,
  row: AddressRow,
  kind: "added" | "allowed" | "removed",
): Promise<void> {
  const seen = seenFrom(kit.regionOf, from);
  const address = row.memo === "" ? row.address : `${row.address} (${row.memo})`;
  const facts = { label: row.label, network: networks[row.network].name, address, ...seen };
  await enqueueNoticeOf(tx, uid, `withdrawal-address-${kind}`, facts, kit.clock.now());
}
const log = (kit: SecurityKit, tx: Database, { uid, from }: Asked, kind: ActivityKind): Promise<void> =>
  logActivity(tx, uid, kind, seenFrom(kit.regionOf, from), kit.clock.now());

type Wish = {
  readonly network: NetworkId;
  readonly address: string;
  readonly memo: string;
  readonly label: string;
  readonly isAllowListed: boolean;
};

async function add(kit: SecurityKit, { isAllowListed, ...wish }: Wish, asked: Asked): Promise<Outcome<Shown>> {
  if (!isAddressOf(wish.network, wish.address, wish.memo)) return refuse("ADDRESS_INVALID");
  const { uid } = asked;
  return inTransaction(kit, async (tx) => {
    if (!(await isStillIn(tx, asked))) return refuse("LOGIN_INVALID");
    if ((await addresses.count(tx, uid)) >= withdrawalAddressesMax)
      return refuse("ADDRESS_LIMIT", { allowed: String(withdrawalAddressesMax) });
    const addedAt = kit.clock.now();
    const row: AddressRow = { id: randomUUID(), ...wish, addedAt, allowListedAt: isAllowListed ? addedAt : null };
    if (!(await addresses.add(tx, uid, row, sameAs(wish.network, wish.address)))) return refuse("ADDRESS_TAKEN");
    await log(kit, tx, asked, "WITHDRAWAL_ADDRESS_ADDED");
    await tell(kit, tx, asked, row, "added");
    return given(shown(kit, row, await policies.of(tx, uid)));
  });
}

const allow = (kit: SecurityKit, { id, isAllowListed }: { id: string; isAllowListed: boolean }, asked: Asked) =>
  inTransaction(kit, async (tx): Promise<Outcome<Shown>> => {
    if (!(await isStillIn(tx, asked))) return refuse("LOGIN_INVALID");
    const before = await addresses.held(tx, asked.uid, id);
    if (before === undefined) return refuse("NOT_FOUND");
    // What is on the list already stays there since when it was: asking twice does not make it wait again.
    const allowListedAt = isAllowListed ? (before.allowListedAt ?? kit.clock.now()) : null;
    await addresses.allow(tx, id, allowListedAt);
    await log(kit, tx, asked, "WITHDRAWAL_ADDRESS_CHANGED");
    if (allowListedAt !== null && before.allowListedAt === null) await tell(kit, tx, asked, before, "allowed");
    return given(shown(kit, { ...before, allowListedAt }, await policies.of(tx, asked.uid)));
  });

const remove = (kit: SecurityKit, id: string, asked: Asked) =>
  inTransaction(kit, async (tx): Promise<Outcome<Record<string, never>>> => {
    const row = await addresses.held(tx, asked.uid, id);
    if (row === undefined) return refuse("NOT_FOUND");
    await addresses.remove(tx, id, kit.clock.now());
    await log(kit, tx, asked, "WITHDRAWAL_ADDRESS_REMOVED");
    await tell(kit, tx, asked, row, "removed");
    return given({});
  });

const policyShown = (kit: SecurityKit, policy: Policy) => ({
  onlyAllowListed: isOnlyAllowListed(policy, kit.clock.now(), kit.addressWaitMs),
  openFrom: openFrom(policy, kit.clock.now(), kit.addressWaitMs),
});

const setOnly = (kit: SecurityKit, isOn: boolean, asked: Asked) =>
  inTransaction(kit, async (tx): Promise<Outcome<ReturnType<typeof policyShown>>> => {
    if (!(await isStillIn(tx, asked))) return refuse("LOGIN_INVALID");
    const before = await policies.of(tx, asked.uid);
    const isInForce = isOnlyAllowListed(before, kit.clock.now(), kit.addressWaitMs);
    // Whoever ends it twice does not wait twice; who never began it has nothing to end.
    const endedAt = isOn || !isInForce ? null : (before.endedAt ?? kit.clock.now());
    const policy = { onlyAllowListed: isOn || isInForce, endedAt };
    await policies.keep(tx, asked.uid, policy);
    await log(kit, tx, asked, "WITHDRAWAL_ADDRESS_CHANGED");
    // The day until it is open protects only who hears of it.
    if (endedAt !== null && before.endedAt === null)
      await enqueueNoticeOf(tx, asked.uid, "withdrawal-list-off", seenFrom(kit.regionOf, asked.from), kit.clock.now());
    return given(policyShown(kit, policy));
  });

/** Where an account's coins may go. */
export const addressAnswers = (kit: SecurityKit): Answer[] => [
  answer(calls.withdrawalAddressList, async ({ network }, { uid }) => {
    const policy = await policies.of(kit.db, uid);
    const rows = await addresses.list(kit.db, uid, network);
    const list = rows.map((row) => shown(kit, row, policy));
    return given({ list, ...policyShown(kit, policy), allowed: withdrawalAddressesMax });
  }),
  answer(calls.addWithdrawalAddress, (wish, asked) => add(kit, wish, asked)),
  answer(calls.allowWithdrawalAddress, (wish, asked) => allow(kit, wish, asked)),
  answer(calls.setOnlyAllowListed, ({ isOn }, asked) => setOnly(kit, isOn, asked)),
  answer(calls.removeWithdrawalAddress, ({ id }, asked) => remove(kit, id, asked)),
];

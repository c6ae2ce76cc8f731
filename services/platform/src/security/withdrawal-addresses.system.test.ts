import { afterAll, beforeAll, expect, test } from "vitest";
import { twoFactorVisitor } from "../../testing/factor.ts";
import { openWorld, type World } from "../../testing/world.ts";

const password = "Gr3en-Harbour-Lamp";
const waitMs = 24 * 60 * 60_000;
const bitcoin = {
  network: "BITCOIN",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  label: "Ledger 1",
} as const;
const evm = { network: "BSC", address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", label: "Hot" } as const;
let world: World;
let owner: Awaited<ReturnType<typeof twoFactorVisitor>>;
let stranger: Awaited<ReturnType<typeof twoFactorVisitor>>;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  owner = await twoFactorVisitor(world, 7201, password);
  stranger = await twoFactorVisitor(world, 7202, password);
});
afterAll(() => world.close());

const resultOf = (outcome: { ok: boolean; refusal?: string }): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));
async function list() {
  const outcome = await owner.client.call("withdrawalAddressList", {});
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

test("an address is added only by who has just shown a second factor", async () => {
  expect(resultOf(await owner.client.call("addWithdrawalAddress", bitcoin))).toBe("FACTOR_NEEDED");
  expect(resultOf(await owner.client.call("setOnlyAllowListed", { isOn: false }))).toBe("FACTOR_NEEDED");
  await owner.confirm();
  await stranger.confirm();
});

test("[D.19] a new address waits a day; its owner is told the whole of it", async () => {
  const startedAt = Date.now();
  const added = await owner.client.call("addWithdrawalAddress", bitcoin);
  if (!added.ok) throw new Error(added.message);
  expect(added.value).toMatchObject({ ...bitcoin, memo: "", isAllowListed: false });
  expect(added.value.usableFrom! - startedAt).toBeGreaterThanOrEqual(waitMs);
  expect(added.value.usableFrom! - startedAt).toBeLessThan(waitMs + 10_000);
  expect((await list()).list).toEqual([added.value]);
  const notices = (await world.sink.of(owner.loginId)).findLast(({ kind }) => kind === "withdrawal-address-added");
  expect(notices!.facts).toMatchObject({ network: "Bitcoin", address: bitcoin.address, label: "Ledger 1" });
});

test("what is no address of its network, or in the list already, is not added", async () => {
  const { client } = owner;
  const wrong = `${bitcoin.address.slice(0, -1)}5`;
  expect(resultOf(await client.call("addWithdrawalAddress", { ...bitcoin, address: wrong }))).toBe("ADDRESS_INVALID");
  expect(resultOf(await client.call("addWithdrawalAddress", { ...bitcoin, network: "TRON" }))).toBe("ADDRESS_INVALID");
  expect(resultOf(await client.call("addWithdrawalAddress", { ...bitcoin, memo: "7" }))).toBe("ADDRESS_INVALID");
  expect(resultOf(await client.call("addWithdrawalAddress", bitcoin))).toBe("ADDRESS_TAKEN");
  expect(resultOf(await client.call("addWithdrawalAddress", evm))).toBe("ok");
  const small = { ...evm, address: evm.address.toLowerCase() };
  expect(resultOf(await client.call("addWithdrawalAddress", small))).toBe("ADDRESS_TAKEN");
  expect(resultOf(await client.call("addWithdrawalAddress", { ...small, network: "ETHEREUM" }))).toBe("ok");
  const asked = await client.call("withdrawalAddressList", { network: "ETHEREUM" });
  expect(asked).toMatchObject({ ok: true, value: { list: [{ network: "ETHEREUM" }] } });
});

test("nobody sees, changes or removes a stranger's", async () => {
  const { id } = (await list()).list[0]!;
  expect(await stranger.client.call("withdrawalAddressList", {})).toMatchObject({ ok: true, value: { list: [] } });
  expect(resultOf(await stranger.client.call("removeWithdrawalAddress", { id }))).toBe("NOT_FOUND");
  const change = { id, isAllowListed: true };
  expect(resultOf(await stranger.client.call("allowWithdrawalAddress", change))).toBe("NOT_FOUND");
});

test("where only allow-listed addresses may be used, the others cannot be; ending it takes a day", async () => {
  const { client } = owner;
  const [one] = (await list()).list;
  expect(await client.call("setOnlyAllowListed", { isOn: true })).toMatchObject({
    ok: true,
    value: { onlyAllowListed: true, openFrom: null },
  });
  expect((await list()).list.map(({ usableFrom }) => usableFrom)).toEqual([null, null, null]);
  const allowed = await client.call("allowWithdrawalAddress", { id: one!.id, isAllowListed: true });
  if (!allowed.ok) throw new Error(allowed.message);
  expect(allowed.value.usableFrom! - Date.now()).toBeGreaterThan(waitMs - 10_000);
  const again = await client.call("allowWithdrawalAddress", { id: one!.id, isAllowListed: true });
  expect(again).toMatchObject({ ok: true, value: { usableFrom: allowed.value.usableFrom } });
  const ended = await client.call("setOnlyAllowListed", { isOn: false });
  if (!ended.ok) throw new Error(ended.message);
  expect(ended.value.onlyAllowListed).toBe(true);
  expect(ended.value.openFrom! - Date.now()).toBeGreaterThan(waitMs - 10_000);
  expect(await client.call("setOnlyAllowListed", { isOn: false })).toMatchObject({ ok: true, value: ended.value });
  // Both loosen the protection of withdrawals; the owner is notified of each, once.
  const notices = (await world.sink.of(owner.loginId)).map(({ kind }) => kind);
  for (const kind of ["withdrawal-address-allowed", "withdrawal-list-off"])
    expect([kind, notices.filter((one) => one === kind).length]).toEqual([kind, 1]);
});

test("one that was removed and comes again waits again", async () => {
  const { client } = owner;
  const before = (await list()).list.find(({ network }) => network === "BITCOIN")!;
  expect(resultOf(await client.call("removeWithdrawalAddress", { id: before.id }))).toBe("ok");
  expect(resultOf(await client.call("removeWithdrawalAddress", { id: before.id }))).toBe("NOT_FOUND");
  const added = await client.call("addWithdrawalAddress", { ...bitcoin, isAllowListed: true });
  if (!added.ok) throw new Error(added.message);
  expect(added.value.id).not.toBe(before.id);
  expect(added.value.addedAt).toBeGreaterThan(before.addedAt);
  expect(added.value.usableFrom).toBe(added.value.addedAt + waitMs);
  const log = await client.call("activityList", { pageNum: 1, pageSize: 2 });
  expect(log).toMatchObject({
    ok: true,
    value: { list: [{ kind: "WITHDRAWAL_ADDRESS_ADDED" }, { kind: "WITHDRAWAL_ADDRESS_REMOVED" }] },
  });
});

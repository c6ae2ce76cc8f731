import type { MenuEntry } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { entryAt, fittingCount, isLogOut, pathAfterLogOut, shownEntries } from "./menu-rules.ts";

const flags = { koreaIP: false, p2pWhite: false, kycWhite: false, koreanWhite: false };
const hasSimulated = true;
const switches = { spot: true, earn: false };
const idsOf = (entries: readonly MenuEntry[]): readonly string[] => entries.map(({ id }) => id);

const p2p: MenuEntry = { id: "p2p", path: "/p2p", flag: "p2p" };

test("[S6.10] a peer-to-peer entry is hidden unless the whitelist flag is true", () => {
  expect(shownEntries([p2p], { flags, switches, hasSimulated })).toEqual([]);
  expect(idsOf(shownEntries([p2p], { flags: { ...flags, p2pWhite: true }, switches, hasSimulated }))).toEqual(["p2p"]);
});

test.each([
  ["kyc", "kycWhite"],
  ["korean", "koreanWhite"],
  ["koreaIP", "koreaIP"],
] as const)("the flag %s of an entry asks for %s of the visitor", (flag, name) => {
  const entry: MenuEntry = { id: "some", path: "/some", flag };
  const others = { koreaIP: true, p2pWhite: true, kycWhite: true, koreanWhite: true, [name]: false };
  expect(shownEntries([entry], { flags: others, switches, hasSimulated })).toEqual([]);
  expect(shownEntries([entry], { flags: { ...flags, [name]: true }, switches, hasSimulated })).toHaveLength(1);
});

test("an entry whose switch is off or unknown is hidden", () => {
  const menu: MenuEntry[] = [
    { id: "spot", path: "/spot/BTC_USDT", switch: "spot" },
    { id: "earn", path: "/personal/earn/flexible", switch: "earn" },
    { id: "nft", path: "/nft", switch: "nft" },
  ];
  expect(idsOf(shownEntries(menu, { flags, switches, hasSimulated }))).toEqual(["spot"]);
});

test("simulated trading is linked only where there is a simulated exchange", () => {
  const menu: MenuEntry[] = [
    { id: "simulated", path: "/contract/simul/usdt/BTCUSDT-PERP" },
    { id: "fund", path: "/contract/content/fund/simul?asset=USDT" },
    { id: "derivatives", path: "/contract/usdt/BTCUSDT-PERP" },
  ];
  expect(idsOf(shownEntries(menu, { flags, switches, hasSimulated: false }))).toEqual(["derivatives"]);
  expect(shownEntries(menu, { flags, switches, hasSimulated: true })).toHaveLength(3);
});

test("an entry with a flag and a switch needs both", () => {
  const both: MenuEntry = { ...p2p, switch: "earn" };
  expect(shownEntries([both], { flags: { ...flags, p2pWhite: true }, switches, hasSimulated })).toEqual([]);
});

test("a group of which nothing is left goes with its entries, an entry that does something by itself stays", () => {
  const menu: MenuEntry[] = [
    { id: "more", entries: [p2p, { id: "earn", path: "/e", switch: "earn" }] },
    { id: "log-out" },
  ];
  expect(idsOf(shownEntries(menu, { flags, switches, hasSimulated }))).toEqual(["log-out"]);
  const [more] = shownEntries(menu, { flags: { ...flags, p2pWhite: true }, switches, hasSimulated });
  expect(idsOf(more!.entries!)).toEqual(["p2p"]);
});

test("[S4.35] logging out leads to the path that the config gives its entry, and without one to the root", () => {
  const menu: MenuEntry[] = [
    { id: "security", path: "/personal/security" },
    { id: "log-out", path: "/status" },
  ];
  expect(pathAfterLogOut(menu.find(isLogOut))).toBe("/status");
  expect(pathAfterLogOut({ id: "log-out" })).toBe("/");
  expect(pathAfterLogOut(undefined)).toBe("/");
});

const bar: MenuEntry[] = [
  { id: "markets", path: "/markets" },
  { id: "spot", path: "/spot/BTC_USDT" },
  { id: "derivatives", path: "/contract/usdt/BTCUSDT-PERP" },
  { id: "crypto-contract", path: "/contract/coin/BTCUSD-PERP" },
  { id: "assets", path: "/personal/assets" },
  { id: "derivatives-assets", path: "/personal/assets/derivatives" },
  {
    id: "more",
    entries: [
      { id: "vip", path: "/m/#/vip" },
      { id: "simulated", path: "/contract/simul/usdt/BTCUSDT-PERP" },
    ],
  },
];

test.each([
  ["/spot/ETH_USDT", "spot"],
  ["/contract/usdt/ETHUSDT-PERP", "derivatives"],
  ["/contract/coin/ETHUSD-PERP", "crypto-contract"],
  ["/contract/simul/coin/BTCUSD-PERP", "more"],
  ["/m/#/vip", "more"],
  ["/markets/", "markets"],
  ["/markets?tab=spot", "markets"],
  ["/personal/assets/derivatives", "derivatives-assets"],
  ["/personal/assets/spot", "assets"],
])("%s belongs to %s", (path, id) => {
  expect(entryAt(bar, path)?.id).toBe(id);
});

test.each(["/", "/marketsandmore", "/m/#/fees", "/contract/content/fund", "/personal/security"])(
  "%s belongs to no entry",
  (path) => {
    expect(entryAt(bar, path)).toBeUndefined();
  },
);

test("entries that do not fit leave room for the button that holds them", () => {
  expect(fittingCount([100, 100, 100], 300, 80, false)).toBe(3);
  expect(fittingCount([100, 100, 100], 299, 80, false)).toBe(2);
  expect(fittingCount([100, 100, 100], 300, 80, true)).toBe(2);
  expect(fittingCount([100, 100, 100], 380, 80, true)).toBe(3);
  expect(fittingCount([100], 50, 80, false)).toBe(0);
});

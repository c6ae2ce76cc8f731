import { expect, test } from "vitest";
import { answering, type Command, groupsIn } from "./palette-rules.ts";

const commands: readonly Command[] = [
  { id: "open-spot", group: "pages", title: "Open Orders", section: "Orders · Spot" },
  { id: "history-spot", group: "pages", title: "Historical Orders", section: "Orders · Spot" },
  { id: "eth-btc", group: "markets", title: "ETH/BTC" },
  { id: "btc-usdt", group: "markets", title: "BTC/USDT", texts: "Bitcoin" },
  { id: "settings", group: "pages", title: "Überweisung" },
  { id: "theme", group: "actions", title: "Light theme", texts: "dark appearance" },
];
const found = (typed: string): readonly string[] => answering(commands, typed).map(({ id }) => id);

test("nothing typed shows the first of every group, markets before pages before actions", () => {
  const pages = Array.from({ length: 20 }, (_, index) => ({
    id: `p${index}`,
    group: "pages" as const,
    title: "A page",
  }));
  const shown = answering([...pages, ...commands], " ");
  expect(groupsIn(shown)).toEqual(["markets", "pages", "actions"]);
  expect(shown.filter(({ group }) => group === "pages").map(({ id }) => id)).toEqual(
    pages.slice(0, 8).map(({ id }) => id),
  );
});

test("the group with the best answer comes first", () => {
  expect(groupsIn(answering(commands, "theme"))).toEqual(["actions"]);
  const bitcoin: Command = { id: "page", group: "pages", title: "Bitcoin" };
  expect(groupsIn(answering([...commands, bitcoin], "bitcoin"))).toEqual(["pages", "markets"]);
});

test("a market is found by its coin, the coin's market before one that is priced in it", () => {
  expect(found("btc")).toEqual(["btc-usdt", "eth-btc"]);
});

test("a pair is found with its stroke, without it and by a name of its coin", () => {
  for (const typed of ["btc/usdt", "btcusdt", "BTC_USDT", "btc u", "bitcoin"])
    expect(found(typed)).toEqual(["btc-usdt"]);
});

test("every typed word has to be found, also where the command stands", () => {
  expect(found("hist spot")).toEqual(["history-spot"]);
  expect(found("hist margin")).toEqual([]);
});

test("accents and capitals do not matter", () => {
  expect(found("uberweis")).toEqual(["settings"]);
});

test("an action is found by what it changes", () => {
  expect(found("dark")).toEqual(["theme"]);
});

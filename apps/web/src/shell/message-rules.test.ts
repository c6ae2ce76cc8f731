import { expect, test } from "vitest";
import { hasUnread, isUnread, linkOf, readAll } from "./message-rules.ts";

const message = (createTime: number, linkUrl = "") => ({
  id: `m${createTime}`,
  title: "Deposit credited",
  linkUrl,
  createTime,
});
const groups = { user: [message(300), message(100)], system: [message(200)], trader: [] };

test("a message is unread until its type was read after it came", () => {
  expect(isUnread(message(300), "user", {})).toBe(true);
  expect(isUnread(message(300), "user", { system: 400 })).toBe(true);
  expect(isUnread(message(300), "user", { user: 299 })).toBe(true);
  expect(isUnread(message(300), "user", { user: 300 })).toBe(false);
});

test("reading all leaves nothing unread, and a later message is unread again", () => {
  const readAt = readAll(groups, { trader: 50 });
  expect(readAt).toEqual({ user: 300, system: 200, trader: 50 });
  expect(hasUnread(groups, readAt)).toBe(false);
  expect(hasUnread({ ...groups, user: [message(301)] }, readAt)).toBe(true);
});

test.each([
  ["/personal/assets", "/personal/assets"],
  ["https://www.tidemark.example/a", "https://www.tidemark.example/a"],
  ["", "/personal/message/user"],
  ["javascript:alert(1)", "/personal/message/user"],
  ["//elsewhere.example", "/personal/message/user"],
])("a message that names %s leads to %s", (linkUrl, leadsTo) => {
  expect(linkOf(message(1, linkUrl), "/personal/message/user")).toBe(leadsTo);
});

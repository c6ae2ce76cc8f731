import { expect, test } from "vitest";
import { linkOf } from "./message-rules.ts";

const message = (linkUrl: string) => ({ id: 1, title: "Deposit credited", linkUrl, createTime: 1, isUnread: true });

test.each([
  ["/personal/assets", "/personal/assets"],
  ["https://www.tidemark.example/a", "https://www.tidemark.example/a"],
  ["", "/personal/message/user"],
  ["javascript:alert(1)", "/personal/message/user"],
  ["//elsewhere.example", "/personal/message/user"],
])("a message that names %s leads to %s", (linkUrl, leadsTo) => {
  expect(linkOf(message(linkUrl), "/personal/message/user")).toBe(leadsTo);
});

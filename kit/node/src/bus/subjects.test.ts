import { expect, test } from "vitest";
import { isInboxFor, subjects } from "./subjects.ts";

test("H4: a core answers into inboxes of its own services, and of the platform, which asks both cores from one", () => {
  const { inbox, announcements, commands, answers } = subjects("main");
  expect(isInboxFor("main", `${inbox("gateway")}.Ab1.2`)).toBe(true);
  expect(isInboxFor("simul", `${inbox("platform")}.Ab1.2`)).toBe(true);
  expect(isInboxFor("simul", `${inbox("gateway")}.Ab1.2`)).toBe(false);
  const elsewhere = [announcements, commands(1, "user"), answers("user.a"), inbox("gateway"), "_INBOX.a.b", ""];
  for (const subject of elsewhere) expect([subject, isInboxFor("main", subject)]).toEqual([subject, false]);
  for (const end of [".*", ".>", ".a b", ".a\r\nPUB x", "..a"])
    expect([end, isInboxFor("main", `${inbox("gateway")}${end}`)]).toEqual([end, false]);
});

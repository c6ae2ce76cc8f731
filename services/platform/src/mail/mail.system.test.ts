import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { inTransaction, openDatabase, secretBox, urlAs } from "@tidemark/kit-node";
import { startService, type StartedService, throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mailbox, startMailbox } from "../../testing/mailbox.ts";
import { ensurePlatformRole, migratePlatform, platformRole } from "../migrate.ts";
import type { Notice } from "../module/notices.ts";
import { noticeQueue } from "./notice-queue.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const queue = noticeQueue(secretBox("IDENTITY_SECRET", "", "development"));
let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
let mailbox: Mailbox;
let platform: StartedService;
let count = 0;

const startPlatform = (): Promise<StartedService> =>
  startService(
    main,
    {
      CORE_NAME: `test-${randomUUID()}`,
      POSTGRES_URLS: urlAs(platformRole, database.url),
      PLATFORM_PORT: "0",
      NOTICE_TRIES_MAX: "4",
      ...mailbox.settings,
    },
    "answering",
  );

beforeAll(async () => {
  [database, mailbox] = await Promise.all([throwAwayDatabase(), startMailbox()]);
  await ensurePlatformRole(database.url);
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 3);
  platform = await startPlatform();
});
afterAll(async () => {
  await platform.end("SIGTERM");
  await mailbox.end();
  await owner.close();
  await database.drop();
});

const someone = (): string => `reader${(count += 1)}@example.com`;
const codeNotice = (to: string, fields: Partial<Notice> = {}): Notice => ({
  kind: to.includes("@") ? "email-code" : "sms-code",
  to,
  lang: "en_US",
  site: "MAIN",
  facts: { minutes: "10", purpose: "sign-in" },
  secret: String(100_000 + count),
  ...fields,
});
const tell = (notice: Notice, at = Date.now()): Promise<void> =>
  inTransaction(owner.db, (tx) => queue.enqueue(tx, notice, at));

type Row = {
  sent: boolean;
  dead: boolean;
  tries: number;
  problem: string | null;
  hasSecret: boolean;
  providerId: string | null;
};
async function rowOf(to: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select sent_at is not null as sent, dead_at is not null as dead, tries, problem, sealed is not null as "hasSecret",
      provider_id as "providerId"
    from mail.notices where recipient = ${to}`.execute(owner.db);
  return rows[0]!;
}
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) throw new Error("it did not come true in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("what was put beside its cause", () => {
  test("[D.37] arrives once, in both forms, with its own code only, and its secret is not kept", async () => {
    const [one, other] = [someone(), someone()];
    await Promise.all([tell(codeNotice(one, { secret: "111222" })), tell(codeNotice(other, { secret: "333444" }))]);
    const [mail] = await mailbox.until(one, 1);
    await mailbox.until(other, 1);
    expect(mail).toMatchObject({ channel: "email", subject: "Tidemark: Confirm your sign-in" });
    expect(mail!.text).toContain("Verification code: 111222");
    expect(mail!.html).toContain(">111222<");
    for (const form of [mail!.text, mail!.html]) expect(form).not.toContain("333444");
    await until(async () => (await rowOf(one)).sent);
    expect(await rowOf(one)).toMatchObject({ tries: 1, hasSecret: false, providerId: mail!.id });
    expect(await mailbox.messages(one)).toHaveLength(1);
  });

  test("[D.38] arrives by text message at a phone", async () => {
    const to = "+821012345678";
    await tell(codeNotice(to, { secret: "555666", lang: "ko_KR" }));
    const [message] = await mailbox.until(to, 1);
    expect(message!.channel).toBe("sms");
    expect(message!.text).toContain("[Tidemark] 인증 코드 555666");
    await until(async () => (await rowOf(to)).sent);
    expect((await rowOf(to)).providerId).toMatch(/^SM\d+$/);
  });

  test("does not arrive where what caused it did not happen", async () => {
    const [never, later] = [someone(), someone()];
    await inTransaction(owner.db, async (tx) => {
      await queue.enqueue(tx, codeNotice(never), Date.now());
      throw new Error("undone");
    }).catch(() => undefined);
    await tell(codeNotice(later));
    await mailbox.until(later, 1);
    expect(await mailbox.messages(never)).toEqual([]);
  });

  test("is mirrored in Persian", async () => {
    const to = someone();
    await tell(codeNotice(to, { lang: "fa_IR" }));
    const [mail] = await mailbox.until(to, 1);
    expect(mail!.html).toContain('<html lang="fa-IR" dir="rtl">');
    expect(mail!.subject).toContain("تأیید ورود");
  });

  test("bears the anti-phishing words that its reader has set", async () => {
    const to = someone();
    const antiPhishing = "blue harbour";
    await tell(codeNotice(to, { facts: { minutes: "10", purpose: "sign-in", antiPhishing } }));
    await tell({ kind: "password-changed", to, lang: "en_US", site: "MAIN", facts: { antiPhishing } });
    for (const mail of await mailbox.until(to, 2)) {
      expect(mail.text).toContain("Anti-phishing code: blue harbour");
      expect(mail.html).toContain("blue harbour");
    }
  });
});

describe("a server that does not take it", () => {
  test("is asked again, and the mail arrives once", async () => {
    const to = someone();
    await mailbox.behave({ channel: "email", refuse: { count: 2, code: 451 } });
    await tell(codeNotice(to));
    await mailbox.until(to, 1);
    await until(async () => (await rowOf(to)).sent);
    expect(await rowOf(to)).toMatchObject({ tries: 3, dead: false, problem: null });
    expect(await mailbox.messages(to)).toHaveLength(1);
  });

  test("for good, of mails and of text messages, leaves a dead letter that says why", async () => {
    const [to, phone] = [someone(), "+821098765432"];
    await mailbox.behave({ channel: "email", refuse: { count: 1, code: 550 } });
    await mailbox.behave({ channel: "sms", refuse: { count: 1, code: 400 } });
    await Promise.all([tell(codeNotice(to)), tell(codeNotice(phone))]);
    await until(async () => (await rowOf(to)).dead && (await rowOf(phone)).dead);
    expect(await rowOf(to)).toMatchObject({ tries: 1, problem: "smtp EENVELOPE 550", hasSecret: false });
    expect(await rowOf(phone)).toMatchObject({ tries: 1, problem: "sms 400", hasSecret: false });
    const { rows } = await sql`select kind from mail.dead_letters order by kind`.execute(owner.db);
    expect(rows).toEqual([{ kind: "email-code" }, { kind: "sms-code" }]);
  });

  test("again and again is given up", async () => {
    const phone = "+821055554444";
    await mailbox.behave({ channel: "sms", refuse: { count: 4, code: 503 } });
    await tell(codeNotice(phone));
    await until(async () => (await rowOf(phone)).dead);
    expect(await rowOf(phone)).toMatchObject({ tries: 4, problem: "sms 503" });
    expect(await mailbox.messages(phone)).toEqual([]);
  });

  test("a code that nobody could use any more is not sent", async () => {
    const to = someone();
    await tell(codeNotice(to), Date.now() - 10 * 60_000);
    await until(async () => (await rowOf(to)).dead);
    expect(await rowOf(to)).toMatchObject({ problem: "too late", hasSecret: false });
    expect(await mailbox.messages(to)).toEqual([]);
  });
});

test("a sender that dies between sending and noting it sends again under the same id, and then never more", async () => {
  const to = someone();
  await mailbox.behave({ channel: "email", acknowledgeAfterMs: 800 });
  await tell(codeNotice(to));
  await mailbox.until(to, 1);
  await platform.end("SIGKILL");
  await mailbox.behave({ channel: "email", acknowledgeAfterMs: 0 });
  expect(await rowOf(to)).toMatchObject({ sent: false, tries: 1 });
  platform = await startPlatform();
  const both = await mailbox.until(to, 2);
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  await until(async () => (await rowOf(to)).sent);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await mailbox.messages(to)).toHaveLength(2);
  expect(await rowOf(to)).toMatchObject({ tries: 2 });
});

test("two senders send nothing twice", async () => {
  const second = await startPlatform();
  const addresses = Array.from({ length: 30 }, someone);
  await Promise.all(addresses.map((to) => tell(codeNotice(to))));
  for (const to of addresses) await mailbox.until(to, 1);
  await until(async () => (await Promise.all(addresses.map(rowOf))).every(({ sent }) => sent));
  for (const to of addresses) expect([to, await mailbox.messages(to)]).toEqual([to, [expect.anything()]]);
  await second.end("SIGTERM");
});

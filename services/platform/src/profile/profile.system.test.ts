import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { twoFactorVisitor } from "../../testing/factor.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { messagesOfTools, openProfileRegister, verifications } from "../index.ts";

const password = "Gr3en-Harbour-Lamp";
const uid = 7401;
const why = { reason: "read", origin: "test" };
let world: World;
let client: ReturnType<World["visitor"]>["client"];
let register: ReturnType<typeof openProfileRegister>;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  ({ client } = await twoFactorVisitor(world, uid, password));
  register = openProfileRegister(world.database.url, verifications, messagesOfTools);
});
afterAll(async () => {
  await register.close();
  await world.close();
});

async function userInfo() {
  const outcome = await client.call("userInfo", {});
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}
const change = (nickName: string) => client.call("changeNickname", { nickName });
const decide = async (step: "accept" | "reject") =>
  register.decide({ ...why, step, id: (await register.waiting())[0]!.id });

test("[S3.9 S3.12 S3.13 S3.14 S3.15] a new user has the default nickname, all changes of the month and no verification", async () => {
  expect(await userInfo()).toMatchObject({
    currentNickName: `guarded${uid}`,
    newNickName: "",
    nickNameStatus: 1,
    isDefaultNickName: true,
    nickNameModificationTimes: 3,
    maxNickNamModificationTimes: 3,
    kycStatus: -1,
  });
});

test("[S5.1 S5.3 S7.44] what is no nickname is refused in the words of the product and costs no change", async () => {
  expect(await change(" 🌊 ")).toMatchObject({ ok: false, refusal: "NICKNAME_EMPTY" });
  expect(await change("潮".repeat(26))).toMatchObject({
    ok: false,
    message: "Nickname can not be longer than 25 characters",
  });
  expect(await change("f r е e sh1t")).toMatchObject({
    ok: false,
    refusal: "NICKNAME_SENSITIVE",
    message: expect.stringMatching(
      /^Your attempt to change the nickname .*f r е e sh1t.* has failed because it contains sensitive words\.$/u,
    ) as string,
  });
  expect((await userInfo()).nickNameModificationTimes).toBe(3);
});

test("[S3.10 S3.11 S4.20 S4.21 S7.43] a submitted nickname waits: the current one stays in use and no other is taken", async () => {
  expect(await change("  ebb   and 🌊flow ")).toMatchObject({ ok: true });
  expect(await userInfo()).toMatchObject({
    currentNickName: `guarded${uid}`,
    newNickName: "ebb and flow",
    nickNameStatus: 0,
    isDefaultNickName: true,
    nickNameModificationTimes: 2,
  });
  expect(await change("spring tide")).toMatchObject({
    ok: false,
    message: "Your submitted nickname is under review. Please wait for the results.",
  });
});

test("[S4.22 S4.23] a rejected one leaves its name and the status; an accepted one is in use", async () => {
  await decide("reject");
  expect(await userInfo()).toMatchObject({ nickNameStatus: 2, newNickName: "ebb and flow", isDefaultNickName: true });
  await Promise.all([change("spring tide"), change("neap tide")]);
  expect(await register.waiting()).toHaveLength(1);
  const { nickname } = await decide("accept");
  expect(await userInfo()).toMatchObject({
    currentNickName: nickname,
    newNickName: "",
    nickNameStatus: 1,
    isDefaultNickName: false,
    nickNameModificationTimes: 1,
  });
});

test("[D.13 S6.11 S9.3] the month's limit refuses a fourth change; a new month gives them anew", async () => {
  expect(await change("low water")).toMatchObject({ ok: true });
  await decide("accept");
  expect(await change("high water")).toMatchObject({
    ok: false,
    message: "You have reached the limit of 3 nickname changes this month",
  });
  const outcome = await client.call("profile", {});
  if (!outcome.ok) throw new Error(outcome.message);
  expect(new Date(outcome.value.changesFrom).getUTCDate()).toBe(1);
  await sql`update profile.nicknames set submitted_at = submitted_at - 32 * 86400000::bigint`.execute(world.owner.db);
  expect((await userInfo()).nickNameModificationTimes).toBe(3);
});

test("[S7.39 S4.14] the level of the core decides the status; the label Verified Trader needs it", async () => {
  expect(await client.call("getKyc", {})).toMatchObject({ ok: true, value: { status: -1 } });
  await expect(register.setVerifiedTrader({ ...why, uid, isOn: true })).rejects.toThrow("not verified");
  await sql`insert into kyc.levels (uid, level) values (${uid}, 1)`.execute(world.owner.db);
  await register.setVerifiedTrader({ ...why, uid, isOn: true });
  expect(await client.call("getKyc", {})).toMatchObject({ ok: true, value: { status: 2 } });
  expect((await userInfo()).kycStatus).toBe(2);
  expect(await client.call("profile", {})).toMatchObject({ ok: true, value: { level: 1, isVerifiedTrader: true } });
  await sql`update kyc.levels set level = 0 where uid = ${uid}`.execute(world.owner.db);
  expect(await client.call("profile", {})).toMatchObject({ ok: true, value: { isVerifiedTrader: false } });
});

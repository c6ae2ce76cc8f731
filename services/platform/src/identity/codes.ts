import { randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { codeLength, type Lang, type SiteId } from "@tidemark/contracts";
import { type Database, type Outcome, refuse } from "@tidemark/kit-node";
import { enqueueNotice } from "../notices.ts";
import { codes } from "./code-store.ts";
import type { Office } from "./office.ts";
import { type CodeFlow, codeTriesMax, dayMs, purposeOf, waitForCode } from "./rules.ts";

export type CodeWish = {
  readonly flow: CodeFlow;
  readonly address: string;
  /** False where nobody has the account: everything happens as usual, but nothing is sent. */
  readonly isSent: boolean;
  readonly lang: Lang;
  readonly site: SiteId;
  readonly uid?: number | undefined;
};

/** What people are told about a code that is on its way. */
export const codeTimesOf = ({ times }: Pick<Office, "times">): { resendSeconds: number; validMinutes: number } => ({
  resendSeconds: Math.ceil(times.codeResendMs / 1_000),
  validMinutes: Math.floor(times.codeValidMs / 60_000),
});

const hashOf = ({ box }: Pick<Office, "box">, id: string, code: string): Buffer => box.mac("codes", `${id} ${code}`);

/** Of an address, and of who asks for codes to addresses that are not his yet, however many they are. */
async function waitOf(
  office: Office,
  tx: Database,
  { flow, address }: CodeWish,
  now: number,
): Promise<number | "full"> {
  const since = now - dayMs;
  const wait = waitForCode(await codes.before(tx, address, since), flow, now, office.times.codeResendMs);
  if (wait !== 0 || !flow.startsWith("bind ")) return wait;
  return waitForCode(await codes.ofFlow(tx, flow, since), flow, now, office.times.codeResendMs);
}

/** Makes six digits and puts their sending beside them; refuses where it is too soon or too often. */
export async function issueCode(office: Office, tx: Database, wish: CodeWish): Promise<Outcome<never> | undefined> {
  const now = office.clock.now();
  const wait = await waitOf(office, tx, wish, now);
  if (wait === "full") return refuse("CODE_LIMIT");
  if (wait > 0) return refuse("CODE_TOO_SOON", { seconds: String(Math.ceil(wait / 1_000)) });
  const id = randomUUID();
  const secret = String(randomInt(10 ** codeLength)).padStart(codeLength, "0");
  const { flow, address, lang, site, uid } = wish;
  await codes.add(tx, { id, flow, address, codeHash: hashOf(office, id, secret), triesLeft: codeTriesMax, at: now });
  if (!wish.isSent) return undefined;
  const kind = address.includes("@") ? "email-code" : "sms-code";
  const facts = { minutes: String(codeTimesOf(office).validMinutes), purpose: purposeOf(flow) };
  const whose = uid === undefined ? {} : { uid };
  await enqueueNotice(tx, office.box, { kind, to: address, lang, site, facts, secret, ...whose }, now);
  return undefined;
}

/** Whether this is the flow's code; a wrong one costs a try. A right one is used up only where `uses` says so. */
export async function isCodeRight(
  office: Pick<Office, "box" | "clock" | "times">,
  tx: Database,
  { flow, address, code, uses }: { flow: CodeFlow; address: string; code: string; uses: boolean },
): Promise<boolean> {
  const now = office.clock.now();
  const kept = await codes.newest(tx, flow, address, now - office.times.codeValidMs);
  // The comparison is made all the same, so that no answer is quicker than another.
  const expected = kept?.codeHash ?? Buffer.alloc(32);
  const isRight = timingSafeEqual(expected, hashOf(office, kept?.id ?? "nobody", code)) && kept !== undefined;
  if (kept === undefined) return false;
  if (!isRight) await codes.miss(tx, kept.id);
  else if (uses) await codes.use(tx, kept.id, now);
  return isRight;
}

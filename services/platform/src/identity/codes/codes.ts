import { randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { codeLength, type Lang, type SiteId } from "@tidemark/contracts";
import { type Database, type Outcome, refuse } from "@tidemark/kit-node";
import { dayMs } from "../../module/utc-days.ts";
import { enqueueNotice } from "../account/notices.ts";
import type { IdentityDeps } from "../account/deps.ts";
import { type CodeFlow, codeTriesMax, purposeOf, waitForCode } from "../account/rules.ts";
import { codes } from "./code-store.ts";

export type CodeRequest = {
  readonly flow: CodeFlow;
  readonly contactText: string;
  /** False for an unknown account: everything else happens as usual, so that the answer reveals nothing. */
  readonly isSent: boolean;
  readonly lang: Lang;
  readonly site: SiteId;
  readonly uid?: number | undefined;
};

/** The times shown to the user of a new code. */
export const codeTimesOf = ({
  times,
}: Pick<IdentityDeps, "times">): { resendSeconds: number; validMinutes: number } => ({
  resendSeconds: Math.ceil(times.codeResendMs / 1_000),
  validMinutes: Math.floor(times.codeValidMs / 60_000),
});

const hashOf = ({ box }: Pick<IdentityDeps, "box">, id: string, code: string): Buffer =>
  box.mac("codes", `${id} ${code}`);

/** The wait of the contact, and of an account that requests codes to new contacts, over all of them. */
async function waitOf(
  deps: IdentityDeps,
  tx: Database,
  { flow, contactText }: CodeRequest,
  now: number,
): Promise<number | "full"> {
  const since = now - dayMs;
  const wait = waitForCode(await codes.before(tx, contactText, since), flow, now, deps.times.codeResendMs);
  if (wait !== 0 || !flow.startsWith("bind ")) return wait;
  return waitForCode(await codes.ofFlow(tx, flow, since), flow, now, deps.times.codeResendMs);
}

/** Creates a code and its notice; refuses where it is too soon or too often. */
export async function issueCode(
  deps: IdentityDeps,
  tx: Database,
  request: CodeRequest,
): Promise<Outcome<never> | undefined> {
  const now = deps.clock.now();
  const wait = await waitOf(deps, tx, request, now);
  if (wait === "full") return refuse("CODE_LIMIT");
  if (wait > 0) return refuse("CODE_TOO_SOON", { seconds: String(Math.ceil(wait / 1_000)) });
  const id = randomUUID();
  const secret = String(randomInt(10 ** codeLength)).padStart(codeLength, "0");
  const { flow, contactText, lang, site, uid } = request;
  await codes.add(tx, { id, flow, contactText, codeHash: hashOf(deps, id, secret), triesLeft: codeTriesMax, at: now });
  if (!request.isSent) return undefined;
  const kind = contactText.includes("@") ? "email-code" : "sms-code";
  const facts = { minutes: String(codeTimesOf(deps).validMinutes), purpose: purposeOf(flow) };
  const whose = uid === undefined ? {} : { uid };
  await enqueueNotice(deps, tx, { kind, to: contactText, lang, site, facts, secret, ...whose }, now);
  return undefined;
}

/** Whether this is the flow's code; a wrong one costs a try. `uses`: a right one is used up. */
export async function isCodeRight(
  deps: Pick<IdentityDeps, "box" | "clock" | "times">,
  tx: Database,
  { flow, contactText, code, uses }: { flow: CodeFlow; contactText: string; code: string; uses: boolean },
): Promise<boolean> {
  const now = deps.clock.now();
  const kept = await codes.newest(tx, flow, contactText, now - deps.times.codeValidMs);
  // Compared also without a code, so that timing reveals nothing.
  const expected = kept?.codeHash ?? Buffer.alloc(32);
  const isRight = timingSafeEqual(expected, hashOf(deps, kept?.id ?? "nobody", code)) && kept !== undefined;
  if (kept === undefined) return false;
  if (!isRight) await codes.miss(tx, kept.id);
  else if (uses) await codes.use(tx, kept.id, now);
  return isRight;
}

import { createHash, createHmac, randomInt } from "node:crypto";
import { robotAction, type RobotAnswer, type RobotKind } from "@tidemark/contracts";
import type { SecretBox } from "@tidemark/kit-node";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

/** `away`: the provider does not answer. The check then fails closed. */
type Verdict = "human" | "robot" | "away";
export type RobotChecks = {
  verdictOf(answer: RobotAnswer, ip: string): Promise<Verdict>;
  /** A challenge of the self-hosted check; undefined where it is not in use. */
  challenge(): Promise<Record<string, unknown> | undefined>;
};
export type RobotSettings = {
  readonly kinds: readonly RobotKind[];
  readonly geetest: { readonly url: string; readonly id: string; readonly key: string };
  readonly recaptcha: { readonly url: string; readonly secret: string };
};
type ModuleDeps = {
  readonly box: SecretBox;
  readonly now: () => number;
  /** False where this answer was used before. */
  useOnce(hash: Buffer): Promise<boolean>;
};
type OfKind<K extends RobotKind> = Extract<RobotAnswer, { kind: K }>;

const answerMaxMs = 1_000;
const challengeValidMs = 5 * 60_000;
/** Work of the self-hosted check: some tenths of a second on a phone. */
const workCost = 1_000;
const workMax = 100;
/** The provider's recommended threshold, from 0 (a robot) to 1. */
const scoreMin = 0.5;
const algorithm = "PBKDF2/SHA-256";

async function posted(url: string, fields: Record<string, string>): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(answerMaxMs),
      redirect: "error",
    });
    return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

async function askGeetest({ url, id, key }: RobotSettings["geetest"], answer: OfKind<"geetest">): Promise<Verdict> {
  const result = await posted(`${url}?captcha_id=${encodeURIComponent(id)}`, {
    lot_number: answer.lotNumber,
    captcha_output: answer.captchaOutput,
    pass_token: answer.passToken,
    gen_time: answer.genTime,
    sign_token: createHmac("sha256", key).update(answer.lotNumber).digest("hex"),
  });
  if (result === undefined) return "away";
  return result.status === "success" && result.result === "success" ? "human" : "robot";
}

async function askRecaptcha(
  { url, secret }: RobotSettings["recaptcha"],
  answer: OfKind<"recaptcha">,
  ip: string,
): Promise<Verdict> {
  const result = await posted(url, { secret, response: answer.token, remoteip: ip });
  if (result === undefined) return "away";
  // A genuine token is not enough: its action and score must fit too.
  const isFor = result.action === undefined || result.action === robotAction;
  const isLikely = result.score === undefined || Number(result.score) >= scoreMin;
  return result.success === true && isFor && isLikely ? "human" : "robot";
}

type Solved = { challenge?: { signature?: unknown }; solution?: unknown };

function readPayload(payload: string): Solved | undefined {
  try {
    return JSON.parse(Buffer.from(payload, "base64").toString()) as Solved;
  } catch {
    return undefined;
  }
}

async function checkWork(payload: string, secret: string): Promise<Verdict> {
  const solved = readPayload(payload);
  if (typeof solved?.challenge !== "object" || typeof solved.solution !== "object") return "robot";
  try {
    const { challenge, solution } = solved as { challenge: never; solution: never };
    const result = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secret });
    return result.verified ? "human" : "robot";
  } catch {
    return "robot";
  }
}

/** Identifies an answer independently of its spelling. */
function nameOf(answer: RobotAnswer): string {
  if (answer.kind === "geetest") return answer.lotNumber;
  return answer.kind === "recaptcha" ? answer.token : String(readPayload(answer.payload)?.challenge?.signature);
}

/** Three adapters of one shape. An answer is accepted once, whatever its provider says. */
export function openRobotChecks(settings: RobotSettings, deps: ModuleDeps): RobotChecks {
  const secret = deps.box.mac("robot", "work").toString("hex");

  function ask(answer: RobotAnswer, ip: string): Promise<Verdict> {
    if (answer.kind === "geetest") return askGeetest(settings.geetest, answer);
    if (answer.kind === "recaptcha") return askRecaptcha(settings.recaptcha, answer, ip);
    return checkWork(answer.payload, secret);
  }

  return {
    async verdictOf(answer, ip) {
      if (!settings.kinds.includes(answer.kind)) return "robot";
      const verdict = await ask(answer, ip);
      if (verdict !== "human") return verdict;
      const hash = createHash("sha256")
        .update(`${answer.kind} ${nameOf(answer)}`)
        .digest();
      return (await deps.useOnce(hash)) ? "human" : "robot";
    },
    async challenge() {
      if (!settings.kinds.includes("altcha")) return undefined;
      return (await createChallenge({
        algorithm,
        cost: workCost,
        counter: randomInt(workMax),
        deriveKey,
        hmacSignatureSecret: secret,
        expiresAt: new Date(deps.now() + challengeValidMs),
      })) as unknown as Record<string, unknown>;
    },
  };
}

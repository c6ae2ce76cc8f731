import type { AppConfig, RobotAnswer } from "@tidemark/contracts";
import { answerOf } from "../../lib/answer.ts";
import { appConfig } from "../../lib/app-config.ts";

/** The check's script is on its way: the reader waits a moment and presses again. */
export class RobotCheckLoading extends Error {}

type Common = AppConfig["settings"]["common"];
type Geetest = {
  onReady(ready: () => void): Geetest;
  onSuccess(done: () => void): Geetest;
  onError(failed: () => void): Geetest;
  onClose(closed: () => void): Geetest;
  showCaptcha(): void;
  getValidate(): { lot_number: string; captcha_output: string; pass_token: string; gen_time: string };
};
type Foreign = {
  initGeetest4?: (wish: { captchaId: string; product: "bind" }, made: (captcha: Geetest) => void) => void;
  grecaptcha?: { ready(done: () => void): void; execute(key: string, wish: { action: string }): Promise<string> };
};
const foreign = globalThis as Foreign;

const geetestScript = "https://static.geetest.com/v4/gt4.js";
const recaptchaScript = (key: string): string => `https://www.recaptcha.net/recaptcha/api.js?render=${key}`;

const asked = new Set<string>();
function fetchScript(src: string): void {
  if (asked.has(src)) return;
  asked.add(src);
  const script = Object.assign(document.createElement("script"), { src, async: true });
  // What did not come is asked for again the next time.
  script.addEventListener("error", () => asked.delete(src));
  document.head.append(script);
}

function byGeetest(captchaId: string): Promise<RobotAnswer> {
  const { initGeetest4 } = foreign;
  if (initGeetest4 === undefined) {
    fetchScript(geetestScript);
    throw new RobotCheckLoading();
  }
  return new Promise((resolve, reject) => {
    initGeetest4({ captchaId, product: "bind" }, (captcha) => {
      captcha
        .onReady(() => captcha.showCaptcha())
        .onSuccess(() => {
          const { lot_number: lotNumber, captcha_output: captchaOutput, ...rest } = captcha.getValidate();
          resolve({ kind: "geetest", lotNumber, captchaOutput, passToken: rest.pass_token, genTime: rest.gen_time });
        })
        .onError(() => reject(new Error("geetest failed")))
        .onClose(() => reject(new Error("geetest was closed")));
    });
  });
}

async function byRecaptcha(key: string): Promise<RobotAnswer> {
  const { grecaptcha } = foreign;
  if (grecaptcha === undefined) {
    fetchScript(recaptchaScript(key));
    throw new RobotCheckLoading();
  }
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return { kind: "recaptcha", token: await grecaptcha.execute(key, { action: "door" }) };
}

/** Some work that a person's machine does once without noticing, and a robot's would have to do a million times. */
async function byWork(): Promise<RobotAnswer> {
  const [challenge, { solveChallenge }, { deriveKey }] = await Promise.all([
    answerOf("robotChallenge", {}),
    import("altcha-lib"),
    import("altcha-lib/algorithms/web/pbkdf2"),
  ]);
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  if (solution === null) throw new Error("the work was not done in time");
  return { kind: "altcha", payload: btoa(JSON.stringify({ challenge, solution })) };
}

const chosen = ({ robotVerifyType: kind, geetestId = "", recaptchaKey = "" }: Common): RobotAnswer["kind"] =>
  (kind === "geetest" && geetestId === "") || (kind === "recaptcha" && recaptchaKey === "") ? "altcha" : kind;

/** Begins to fetch what the check needs, when a page is shown that will run it. */
export function prepareRobotCheck(): void {
  const { common } = appConfig().settings;
  if (chosen(common) === "geetest") fetchScript(geetestScript);
  if (chosen(common) === "recaptcha") fetchScript(recaptchaScript(common.recaptchaKey!));
}

/** Shows that no robot is here, by the check that the config names. */
export async function showHuman(): Promise<RobotAnswer> {
  const { common } = appConfig().settings;
  const kind = chosen(common);
  if (kind === "geetest") return byGeetest(common.geetestId!);
  return kind === "recaptcha" ? byRecaptcha(common.recaptchaKey!) : byWork();
}

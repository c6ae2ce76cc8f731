import { type AppConfig, robotAction, type RobotAnswer } from "@tidemark/contracts";
import { answerOf } from "../../lib/client/answer.ts";
import { appConfig } from "../../lib/config/app-config.ts";
import { currentLang } from "../../lib/i18n/languages.ts";
import { captchaLanguageOf } from "./captcha-language.ts";
import { fetchScript, reopenForThirdParty } from "./third-party-script.ts";

/** The check's script is still loading: the user has to press again. */
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
type GeetestOptions = {
  readonly captchaId: string;
  readonly product: "bind";
  readonly language: string;
  /** Reports errors before the captcha object exists. */
  readonly onError: () => void;
};
type CaptchaGlobals = {
  initGeetest4?: (options: GeetestOptions, made: (captcha: Geetest) => void) => void;
  grecaptcha?: { ready(done: () => void): void; execute(key: string, options: { action: string }): Promise<string> };
};
const captchas = globalThis as CaptchaGlobals;

const makers = {
  geetest: "https://static.geetest.com/v4/gt4.js",
  recaptcha: "https://www.recaptcha.net/recaptcha/api.js",
} as const;
const geetestScript = ({ geetestScript: src = makers.geetest }: Common): string => src;
const recaptchaScript = ({ recaptchaKey = "", recaptchaScript: src = makers.recaptcha }: Common): string => {
  const { recaptcha: hl } = captchaLanguageOf(currentLang());
  return `${src}?${new URLSearchParams({ render: recaptchaKey, hl }).toString()}`;
};

function byGeetest(common: Common): Promise<RobotAnswer> {
  const { initGeetest4 } = captchas;
  if (initGeetest4 === undefined) {
    fetchScript(geetestScript(common));
    throw new RobotCheckLoading();
  }
  const { geetest: language } = captchaLanguageOf(currentLang());
  return new Promise((resolve, reject) => {
    const onError = (): void => reject(new Error("robot check: geetest failed"));
    initGeetest4({ captchaId: common.geetestId!, product: "bind", language, onError }, (captcha) => {
      captcha
        .onReady(() => captcha.showCaptcha())
        .onSuccess(() => {
          const { lot_number: lotNumber, captcha_output: captchaOutput, ...rest } = captcha.getValidate();
          resolve({ kind: "geetest", lotNumber, captchaOutput, passToken: rest.pass_token, genTime: rest.gen_time });
        })
        .onError(onError)
        .onClose(() => reject(new Error("robot check: geetest was closed")));
    });
  });
}

async function byRecaptcha(common: Common): Promise<RobotAnswer> {
  const { grecaptcha } = captchas;
  if (grecaptcha === undefined) {
    fetchScript(recaptchaScript(common));
    throw new RobotCheckLoading();
  }
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return { kind: "recaptcha", token: await grecaptcha.execute(common.recaptchaKey!, { action: robotAction }) };
}

/** A proof of work: unnoticeable for one user, expensive for a million attempts. */
async function byWork(): Promise<RobotAnswer> {
  const [challenge, { solveChallenge }, { deriveKey }] = await Promise.all([
    answerOf("robotChallenge", {}),
    import("altcha-lib"),
    import("altcha-lib/algorithms/web/pbkdf2"),
  ]);
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  if (solution === null) throw new Error("robot check: proof of work timed out");
  return { kind: "altcha", payload: btoa(JSON.stringify({ challenge, solution })) };
}

const chosen = ({ robotVerifyType: kind, geetestId = "", recaptchaKey = "" }: Common): RobotAnswer["kind"] =>
  (kind === "geetest" && geetestId === "") || (kind === "recaptcha" && recaptchaKey === "") ? "altcha" : kind;

/** Reloads the document if the check will need a third-party script, when a page that may run it is shown. */
export function reopenForRobotCheck(): void {
  if (chosen(appConfig().settings.common) !== "altcha") reopenForThirdParty();
}

/** Starts to load the check's script, when a page that will run it is shown. */
export function prepareRobotCheck(): void {
  const { common } = appConfig().settings;
  const kind = chosen(common);
  if (kind !== "altcha") fetchScript(kind === "geetest" ? geetestScript(common) : recaptchaScript(common));
}

/** Shows that no robot is here, by the check that the config names. */
export async function runRobotCheck(): Promise<RobotAnswer> {
  const { common } = appConfig().settings;
  const kind = chosen(common);
  if (kind === "geetest") return byGeetest(common);
  return kind === "recaptcha" ? byRecaptcha(common) : byWork();
}

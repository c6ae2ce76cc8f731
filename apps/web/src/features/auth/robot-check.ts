import { type AppConfig, robotAction, type RobotAnswer } from "@tidemark/contracts";
import { answerOf } from "../../lib/answer.ts";
import { appConfig } from "../../lib/app-config.ts";
import { spokenLang } from "../../lib/languages.ts";
import { captchaLanguageOf } from "./captcha-language.ts";
import { fetchScript, openForStranger } from "./stranger-script.ts";

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
type GeetestWish = {
  readonly captchaId: string;
  readonly product: "bind";
  readonly language: string;
  /** Before there is a captcha that could say so itself. */
  readonly onError: () => void;
};
type Foreign = {
  initGeetest4?: (wish: GeetestWish, made: (captcha: Geetest) => void) => void;
  grecaptcha?: { ready(done: () => void): void; execute(key: string, wish: { action: string }): Promise<string> };
};
const foreign = globalThis as Foreign;

const makers = {
  geetest: "https://static.geetest.com/v4/gt4.js",
  recaptcha: "https://www.recaptcha.net/recaptcha/api.js",
} as const;
const geetestScript = ({ geetestScript: src = makers.geetest }: Common): string => src;
const recaptchaScript = ({ recaptchaKey = "", recaptchaScript: src = makers.recaptcha }: Common): string => {
  const { recaptcha: hl } = captchaLanguageOf(spokenLang());
  return `${src}?${new URLSearchParams({ render: recaptchaKey, hl }).toString()}`;
};

function byGeetest(common: Common): Promise<RobotAnswer> {
  const { initGeetest4 } = foreign;
  if (initGeetest4 === undefined) {
    fetchScript(geetestScript(common));
    throw new RobotCheckLoading();
  }
  const { geetest: language } = captchaLanguageOf(spokenLang());
  return new Promise((resolve, reject) => {
    const onError = (): void => reject(new Error("geetest failed"));
    initGeetest4({ captchaId: common.geetestId!, product: "bind", language, onError }, (captcha) => {
      captcha
        .onReady(() => captcha.showCaptcha())
        .onSuccess(() => {
          const { lot_number: lotNumber, captcha_output: captchaOutput, ...rest } = captcha.getValidate();
          resolve({ kind: "geetest", lotNumber, captchaOutput, passToken: rest.pass_token, genTime: rest.gen_time });
        })
        .onError(onError)
        .onClose(() => reject(new Error("geetest was closed")));
    });
  });
}

async function byRecaptcha(common: Common): Promise<RobotAnswer> {
  const { grecaptcha } = foreign;
  if (grecaptcha === undefined) {
    fetchScript(recaptchaScript(common));
    throw new RobotCheckLoading();
  }
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return { kind: "recaptcha", token: await grecaptcha.execute(common.recaptchaKey!, { action: robotAction }) };
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

/** Makes room for what the check may need, when a page is shown that may run it. */
export function makeRoomForCheck(): void {
  if (chosen(appConfig().settings.common) !== "altcha") openForStranger();
}

/** Begins to fetch what the check needs, when a page is shown that will run it. */
export function prepareRobotCheck(): void {
  const { common } = appConfig().settings;
  const kind = chosen(common);
  if (kind !== "altcha") fetchScript(kind === "geetest" ? geetestScript(common) : recaptchaScript(common));
}

/** Shows that no robot is here, by the check that the config names. */
export async function showHuman(): Promise<RobotAnswer> {
  const { common } = appConfig().settings;
  const kind = chosen(common);
  if (kind === "geetest") return byGeetest(common);
  return kind === "recaptcha" ? byRecaptcha(common) : byWork();
}

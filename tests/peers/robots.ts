import { fileURLToPath } from "node:url";
import { startService } from "@tidemark/kit-testing";

export type RobotPeer = {
  readonly url: string;
  /** Settings of a platform and a gateway that use both providers. */
  readonly platformEnv: Readonly<Record<string, string>>;
  readonly gatewayEnv: Readonly<Record<string, string>>;
  /** The app config of both. */
  readonly common: Readonly<Record<string, string>>;
  /** The requests received: `geetest` and `recaptcha` with a language, `validate` and `siteverify` with their answers. */
  seen(kind: string): Promise<string[]>;
  stop(): Promise<unknown>;
};

const main = fileURLToPath(new URL("./robots-process.ts", import.meta.url));
const checks = "geetest,recaptcha,altcha";

/** Both robot-check providers, as one process. */
export async function startRobotPeer(): Promise<RobotPeer> {
  const own = {
    GEETEST_ID: "tidemark-geetest",
    GEETEST_KEY: "geetest-key",
    RECAPTCHA_KEY: "tidemark-recaptcha",
    RECAPTCHA_SECRET: "recaptcha-secret",
  };
  const service = await startService(main, own, "listening");
  const { url } = service.ready as { url: string };
  return {
    url,
    platformEnv: {
      ROBOT_CHECKS: checks,
      GEETEST_URL: `${url}/validate`,
      GEETEST_ID: own.GEETEST_ID,
      GEETEST_KEY: own.GEETEST_KEY,
      RECAPTCHA_URL: `${url}/recaptcha/api/siteverify`,
      RECAPTCHA_SECRET: own.RECAPTCHA_SECRET,
    },
    gatewayEnv: { ROBOT_CHECKS: checks, ROBOT_ORIGINS: url },
    common: {
      geetestId: own.GEETEST_ID,
      geetestScript: `${url}/v4/gt4.js`,
      recaptchaKey: own.RECAPTCHA_KEY,
      recaptchaScript: `${url}/recaptcha/api.js`,
    },
    async seen(kind) {
      const all = (await (await fetch(`${url}/seen`)).json()) as { kind: string; word: string }[];
      return all.filter((one) => one.kind === kind).map(({ word }) => word);
    },
    stop: () => service.end("SIGTERM"),
  };
}

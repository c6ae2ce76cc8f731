import { type RobotKind, robotKinds, siteOfPath } from "@tidemark/contracts";
import { originsIn } from "@tidemark/kit-node/http";

/** What a page may load from the provider of a robot check, by kind. */
export type RobotSources = Readonly<Record<"scripts" | "styles" | "images" | "frames" | "calls", readonly string[]>>;

const geetest = ["https://static.geetest.com", "https://gcaptcha4.geetest.com"] as const;
const recaptcha = "https://www.recaptcha.net/recaptcha/";
/** What each provider documents as needed, and no more. The self-hosted check needs no other host. */
const makers: Readonly<Record<RobotKind, RobotSources>> = {
  geetest: { scripts: geetest, styles: [geetest[0]], images: [geetest[0]], frames: [], calls: [geetest[1]] },
  recaptcha: {
    scripts: [recaptcha, "https://www.gstatic.com/recaptcha/"],
    styles: [],
    images: [],
    frames: [recaptcha],
    calls: [recaptcha],
  },
  altcha: { scripts: [], styles: [], images: [], frames: [], calls: [] },
};

/** `checks`: the ones in use. `origins`: hosts of their scripts, where these are not the providers' own. */
export function robotSourcesOf(checks: string, origins: string): RobotSources {
  const kinds = checks.split(",") as RobotKind[];
  for (const kind of kinds) if (!robotKinds.includes(kind)) throw new Error(`ROBOT_CHECKS: there is no ${kind}`);
  const named = originsIn("ROBOT_ORIGINS", origins);
  const isForeign = kinds.some((kind) => kind !== "altcha");
  const all = (part: keyof RobotSources): readonly string[] => {
    if (!isForeign) return [];
    return named.length > 0 ? named : kinds.flatMap((kind) => makers[kind][part]);
  };
  return {
    scripts: all("scripts"),
    styles: all("styles"),
    images: all("images"),
    frames: all("frames"),
    calls: all("calls"),
  };
}

/** Pages that may run a robot check. Third-party scripts are blocked on all others. */
export function isSignInPage(address: string): boolean {
  const path = address.split(/[?#]/)[0]!;
  return path.slice(siteOfPath(path).prefix.length).startsWith("/auth/");
}

import { type RobotKind, robotKinds, siteOfPath } from "@tidemark/contracts";
import { originsIn } from "./origins.ts";

/** What a page may fetch from whoever makes a robot check, by kind. */
export type RobotSources = Readonly<Record<"scripts" | "styles" | "images" | "frames" | "calls", readonly string[]>>;

const geetest = ["https://static.geetest.com", "https://gcaptcha4.geetest.com"] as const;
const recaptcha = "https://www.recaptcha.net/recaptcha/";
/** Of each maker what its check needs, as it says itself, and no more. Our own check comes from where everything does. */
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

/** `checks`: which are in use. `origins`: where their scripts come from, if that is not their makers' own place. */
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

/** Pages on which somebody may have to show that he is no robot. On all others no stranger's script runs. */
export function isDoor(address: string): boolean {
  const path = address.split(/[?#]/)[0]!;
  return path.slice(siteOfPath(path).prefix.length).startsWith("/auth/");
}

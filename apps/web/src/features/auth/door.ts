import type { RobotAnswer, UserInfo } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import type { AskOf, Outcome, Problem } from "@tidemark/kit-client";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { askPatiently } from "../../lib/account/ask-patiently.ts";
import { pathOfSite } from "../../lib/place.ts";
import { useWords } from "../../lib/words.ts";
import { signedIn } from "../../session/session.ts";
import { m } from "./auth-messages.ts";
import { pendingOf, pendingSignIn } from "./pending.ts";
import { makeRoomForCheck, RobotCheckLoading, showHuman } from "./robot-check.ts";
import { leaveStranger } from "./stranger-script.ts";

/** Calls that open a session. */
type Opening =
  | "login"
  | "verifyLogin"
  | "registerEmail"
  | "registerPhone"
  | "registerThird"
  | "finishThird"
  | "associateThird"
  | "loginByPasskey";

/** Shows that no robot is here, or says why it could not be shown. */
export function useHuman(): () => Promise<RobotAnswer | undefined> {
  const t = useWords();
  useEffect(() => {
    makeRoomForCheck();
    return leaveStranger;
  }, []);
  return async () => {
    try {
      return await showHuman();
    } catch (error) {
      if (error instanceof RobotCheckLoading) toast.info(t(m.robotLoading));
      else toast.error(t(m.robotFailed));
      return undefined;
    }
  };
}

export type Door = {
  readonly isPending: boolean;
  /** Why it stayed shut the last time, for the form to say beside the right field. */
  readonly problem: Problem | undefined;
  enter<N extends Opening>(name: N, ask: AskOf<N>): Promise<Problem | undefined>;
  forget(): void;
};

/** The way in: by whatever call, with the robot check where it is wanted, on to the second step where one is needed. */
export function useDoor(onDone: (user: UserInfo) => void): Door {
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const { history } = useRouter();
  const human = useHuman();

  async function asked<N extends Opening>(name: N, ask: AskOf<N>): Promise<Outcome<UserInfo> | undefined> {
    // What a provider has said serves once: whoever is sent away with it goes there again.
    const again = name === "finishThird" ? async () => undefined : undefined;
    const first = (await askPatiently(name, ask, again)) as Outcome<UserInfo>;
    if (first.ok || first.refusal !== "ROBOT_CHECK_NEEDED") return first;
    const checked = async (): Promise<AskOf<N> | undefined> => {
      const robot = await human();
      return robot === undefined ? undefined : { ...ask, robot };
    };
    const shown = await checked();
    // So does a robot check.
    return shown === undefined ? undefined : ((await askPatiently(name, shown, checked)) as Outcome<UserInfo>);
  }

  async function enter<N extends Opening>(name: N, ask: AskOf<N>): Promise<Problem | undefined> {
    setIsPending(true);
    setProblem(undefined);
    const outcome = await asked(name, ask).finally(() => setIsPending(false));
    if (outcome === undefined) return undefined;
    if (outcome.ok) {
      pendingSignIn.set(undefined);
      signedIn(outcome.value);
      onDone(outcome.value);
      return undefined;
    }
    if (outcome.refusal === "VERIFY_NEEDED") {
      pendingSignIn.set(pendingOf(outcome.facts));
      if (name !== "verifyLogin") history.push(pathOfSite("/auth/verify") + location.search);
    }
    setProblem(outcome);
    return outcome;
  }

  return { isPending, problem, enter, forget: () => setProblem(undefined) };
}

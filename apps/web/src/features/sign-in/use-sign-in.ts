import type { RobotAnswer, UserInfo } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import type { AskOf, Outcome, Problem } from "@tidemark/kit-client";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { retryWhileBusy } from "../../session/credentials/retry-busy.ts";
import { pathOfSite } from "../../lib/client/page-hosts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { signedIn } from "../../session/session.ts";
import { m } from "./sign-in-messages.ts";
import { pendingOf, pendingSignIn } from "./pending-sign-in.ts";
import { reopenForRobotCheck, RobotCheckLoading, runRobotCheck } from "./robot-check.ts";
import { leaveThirdParty } from "./third-party-script.ts";

/** Calls that open a session. */
type SignInCall =
  | "signIn"
  | "verifySignIn"
  | "registerEmail"
  | "registerPhone"
  | "registerOAuth"
  | "finishOAuth"
  | "associateOAuth"
  | "signInByPasskey";

/** Runs the robot check; shows a toast if it fails. */
export function useRobotCheck(): () => Promise<RobotAnswer | undefined> {
  const t = useTexts();
  useEffect(() => {
    reopenForRobotCheck();
    return leaveThirdParty;
  }, []);
  return async () => {
    try {
      return await runRobotCheck();
    } catch (error) {
      if (error instanceof RobotCheckLoading) toast.info(t(m.robotLoading));
      else toast.error(t(m.robotFailed));
      return undefined;
    }
  };
}

export type SignIn = {
  readonly isPending: boolean;
  /** The refusal of the last attempt, for the form to show beside the right field. */
  readonly problem: Problem | undefined;
  submit<N extends SignInCall>(name: N, ask: AskOf<N>): Promise<Problem | undefined>;
  clearProblem(): void;
};

/** Sign-in by any call, with the robot check if required, and on to the verification step if one is needed. */
export function useSignIn(onDone: (user: UserInfo) => void): SignIn {
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const { history } = useRouter();
  const robotCheck = useRobotCheck();

  async function asked<N extends SignInCall>(name: N, ask: AskOf<N>): Promise<Outcome<UserInfo> | undefined> {
    // A provider's code is valid once: after a refusal the user has to start again at the provider.
    const again = name === "finishOAuth" ? async () => undefined : undefined;
    const first = (await retryWhileBusy(name, ask, again)) as Outcome<UserInfo>;
    if (first.ok || first.refusal !== "ROBOT_CHECK_NEEDED") return first;
    const checked = async (): Promise<AskOf<N> | undefined> => {
      const robot = await robotCheck();
      return robot === undefined ? undefined : { ...ask, robot };
    };
    const shown = await checked();
    // So does a robot check.
    return shown === undefined ? undefined : ((await retryWhileBusy(name, shown, checked)) as Outcome<UserInfo>);
  }

  async function submit<N extends SignInCall>(name: N, ask: AskOf<N>): Promise<Problem | undefined> {
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
      if (name !== "verifySignIn") history.push(pathOfSite("/auth/verify") + location.search);
    }
    setProblem(outcome);
    return outcome;
  }

  return { isPending, problem, submit, clearProblem: () => setProblem(undefined) };
}

import type { UserInfo } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import { type Query, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { answerOf } from "../lib/client/answer.ts";
import { client, setSessionCallbacks, socket } from "../lib/client/client.ts";
import { endUserLives } from "../lib/client/live.ts";
import { isInApp } from "../lib/device/native-bridge.ts";
import { signInByApp } from "../lib/device/native-user.ts";
import { pathInSite, pathOfSite } from "../lib/client/page-hosts.ts";
import { endedSession } from "./ended-session.ts";
import { loadFlags, mergeFlags, refreshFlags } from "./flags.ts";
import { refreshStrategies } from "./strategies.ts";
import { onOtherTabChange, mergeAnswer, mergeUser, setUser, userNow } from "./user.ts";

export { useUser } from "./user.ts";

const reloadAfterExpiryMs = 1_000;
const signInStart = "/auth/";

/** The path of sign-in with the return path; sign-in pages are not returned to. */
export function signInPath(path: string, search: string, page = "/auth/login", hash = ""): string {
  const query = new URLSearchParams(search);
  if (!path.startsWith(signInStart)) query.set("backurl", pathOfSite(path) + search + hash);
  const text = query.toString();
  return pathOfSite(page) + (text === "" ? "" : `?${text}`);
}

/** Reloads the user and merges the answer into the stored one. The user's flags are loaded separately. */
export async function refreshUser(): Promise<void> {
  if (userNow() === null) return;
  const [outcome] = await Promise.all([client.call("userInfo", {}), loadFlags()]);
  if (!outcome.ok) return;
  mergeAnswer(outcome.value);
  mergeFlags();
}

/** Reloads the status of the user's verification. */
export async function refreshKyc(): Promise<void> {
  const asked = userNow()?.userId;
  if (asked === undefined) return;
  const outcome = await client.call("getKyc", {});
  // The answer may arrive after a change of user.
  if (outcome.ok && userNow()?.userId === asked) mergeUser({ kycStatus: outcome.value.status });
}

/** While the user signs out, what is under way is answered that the session has ended: that is no surprise. */
let isSigningOut = false;

/** From the end of a session until the page loads again. */
let isReloading = false;

function ended(message: string): void {
  if (userNow() === null || isSigningOut) return;
  isReloading = true;
  setUser(null);
  endedSession.set(true);
  toast.error(message);
  setTimeout(() => location.reload(), reloadAfterExpiryMs);
}

let signingIn: Promise<void> | undefined;

/**
 * The app signs in, and the page reloads once there is a token. Several calls may find the session gone at the same time, and a user who
 * cancelled must not be asked for each of them: a page asks once.
 */
function signInAgainByApp(): void {
  setUser(null);
  signingIn ??= signInByApp().then((isSignedIn) => {
    if (isSignedIn) location.reload();
  });
}

/** Handles ended and missing sessions for the client. `expiredMessage` is in the current language. */
export function keepSession(expiredMessage: () => string): void {
  setSessionCallbacks({
    // Inside the app there is nothing to renew here: its tokens are the native side's.
    isSignedIn: () => !isInApp() && userNow() !== null,
    renewed: mergeAnswer,
    ended: () => ended(expiredMessage()),
    needed() {
      // What was under way when the session ended is answered late: it must not lead away from the page before it loads again.
      if (isReloading) return;
      if (isInApp()) signInAgainByApp();
      else location.assign(signInPath(pathInSite(location.pathname), location.search, undefined, location.hash));
    },
  });
}

/** After a change of user: the WebSocket has the session it was opened with, and flags and trials belong to the user. */
function userChanged(): void {
  socket.restart();
  refreshFlags();
  void refreshStrategies();
}

/** Stores the signed-in user. */
export function signedIn(user: UserInfo): void {
  endedSession.set(false);
  setUser(user);
  userChanged();
}

const isOwn = ({ queryKey }: Pick<Query, "queryKey">): boolean => queryKey[0] === "own";

/**
 * Another tab signed a user in or out: data of the previous user must not stay on this tab. Queries of the new user are refetched; without
 * a user there is nothing to fetch, and a public page must not be redirected to sign-in for it.
 */
export function followOtherTabs(queries: QueryClient): () => void {
  return onOtherTabChange(() => {
    userChanged();
    if (userNow() !== null) return void queries.resetQueries({ predicate: isOwn });
    for (const query of queries.getQueryCache().findAll({ predicate: isOwn })) query.reset();
  });
}

export function useOtherTabs(): void {
  const queries = useQueryClient();
  useEffect(() => followOtherTabs(queries), [queries]);
}

/** Clears the session and all data of the user. */
export function useClearSession(): () => void {
  const queries = useQueryClient();
  return () => {
    setUser(null);
    endUserLives();
    userChanged();
    queries.removeQueries({ predicate: isOwn });
  };
}

/** Signs out; a refusal is shown and changes nothing. */
export function useSignOut(done: () => void) {
  const leave = useClearSession();
  return useMutation({
    async mutationFn() {
      isSigningOut = true;
      try {
        await answerOf("signOut", {});
        leave();
      } finally {
        isSigningOut = false;
      }
    },
    onSuccess: done,
  });
}

import type { UserInfo } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import { type Query, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { answerOf } from "../lib/answer.ts";
import { client, listenToSession, socket } from "../lib/client.ts";
import { isInApp } from "../lib/native-bridge.ts";
import { signInByApp } from "../lib/native-user.ts";
import { pathInSite, pathOfSite } from "../lib/place.ts";
import { flagsKnown, mergeFlags, refreshFlags } from "./flags.ts";
import { refreshStrategies } from "./strategies.ts";
import { hearOtherTabs, mergeAnswer, setUser, userNow } from "./user.ts";

export { useUser } from "./user.ts";

const reloadAfterExpiryMs = 1_000;
const authStart = "/auth/";

/** Where to sign in, and where to come back to afterwards; pages of signing in themselves are not come back to. */
export function signInAddress(path: string, search: string, page = "/auth/login", hash = ""): string {
  const query = new URLSearchParams(search);
  if (!path.startsWith(authStart)) query.set("backurl", pathOfSite(path) + search + hash);
  const text = query.toString();
  return pathOfSite(page) + (text === "" ? "" : `?${text}`);
}

/** Asks anew who is here and lays the answer over what was known. What he is shown besides others is told by his flags. */
export async function refreshUser(): Promise<void> {
  if (userNow() === null) return;
  const [outcome] = await Promise.all([client.call("userInfo", {}), flagsKnown()]);
  if (!outcome.ok) return;
  mergeAnswer(outcome.value);
  mergeFlags();
}

function ended(message: string): void {
  if (userNow() === null) return;
  setUser(null);
  toast.error(message);
  setTimeout(() => location.reload(), reloadAfterExpiryMs);
}

let signingIn: Promise<void> | undefined;

/**
 * The app signs in, and the page begins anew as soon as there is a token. Several calls find the session gone at the same time, and who has
 * turned away from signing in must not be asked for each of them: a page asks once.
 */
function beginAnewByApp(): void {
  setUser(null);
  signingIn ??= signInByApp().then((isSignedIn) => {
    if (isSignedIn) location.reload();
  });
}

/** What the client does when a session turns out not to be there. `expiredMessage` is in the reader's language. */
export function keepSession(expiredMessage: () => string): void {
  listenToSession({
    // Inside the app there is nothing to renew here: its tokens are the native side's.
    isSignedIn: () => !isInApp() && userNow() !== null,
    renewed: mergeAnswer,
    ended: () => ended(expiredMessage()),
    needed() {
      if (isInApp()) beginAnewByApp();
      else location.assign(signInAddress(pathInSite(location.pathname), location.search, undefined, location.hash));
    },
  });
}

/** Whoever came or went: the connection carries the session it was made with, flags and trials are another person's. */
function personChanged(): void {
  socket.restart();
  refreshFlags();
  void refreshStrategies();
}

/** Somebody was let in. */
export function signedIn(user: UserInfo): void {
  setUser(user);
  personChanged();
}

const isOwn = ({ queryKey }: Pick<Query, "queryKey">): boolean => queryKey[0] === "own";

/**
 * Another tab let in somebody else, or let him out: what was asked for the one before must not stay on this tab's screen. Who is here now
 * is asked for anew; for nobody there is nothing to ask, and a public page must not be sent to the login for it.
 */
export function followOtherTabs(queries: QueryClient): () => void {
  return hearOtherTabs(() => {
    personChanged();
    if (userNow() !== null) return void queries.resetQueries({ predicate: isOwn });
    for (const query of queries.getQueryCache().findAll({ predicate: isOwn })) query.reset();
  });
}

export function useOtherTabs(): void {
  const queries = useQueryClient();
  useEffect(() => followOtherTabs(queries), [queries]);
}

/** Nobody is here any longer: what was known about him goes, too. */
export function useLeaving(): () => void {
  const queries = useQueryClient();
  return () => {
    setUser(null);
    personChanged();
    queries.removeQueries({ predicate: isOwn });
  };
}

/** Leaves; a refusal is told and nothing changes. */
export function useSignOut(done: () => void) {
  const leave = useLeaving();
  return useMutation({
    mutationFn: () => answerOf("logout", {}),
    onSuccess() {
      leave();
      done();
    },
  });
}

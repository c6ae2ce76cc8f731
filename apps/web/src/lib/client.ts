import { i18n } from "@lingui/core";
import { calls } from "@tidemark/contracts";
import { createClient, createSocket, type KeyStore, networkMessage, type SessionEars } from "@tidemark/kit-client";
import { markOf } from "./bot-mark.ts";
import { m } from "./client-messages.ts";
import { deviceOfPage } from "./device.ts";
import { fingerprintNow } from "./fingerprint.ts";
import { spokenLang } from "./languages.ts";
import { isInApp } from "./native-bridge.ts";
import { nativeBearer } from "./native-user.ts";
import { apiOrigin, noteHostFailed, site } from "./place.ts";
import { createRequestLog } from "./request-log.ts";
import { stored } from "./storage.ts";

const proofKey = stored<string | undefined>("proofKey", undefined, {
  area: "session",
  isWhole: (value): value is string | undefined => value === undefined || typeof value === "string",
});
const keyStore: KeyStore = { get: proofKey.get, set: proofKey.set };

const logPath = calls.requestLog.path.split(" ")[1]!;
const log = createRequestLog(logPath, (lines) => void client.call("requestLog", { lines: [...lines] }));
addEventListener("pagehide", () => log.flush());

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

let session: SessionEars = {
  isSignedIn: () => false,
  renewed: () => undefined,
  ended: () => undefined,
  needed: () => undefined,
};

/** Who keeps the session is told about it; the client itself knows nobody. */
export function listenToSession(ears: SessionEars): void {
  session = ears;
}

/** The one client of the page. */
export const client = createClient({
  baseUrl: apiOrigin,
  // What is reported while the page is being left must outlive it.
  fetch: (url, init) => fetch(url, { ...init, keepalive: new URL(url, location.origin).pathname === logPath }),
  keyStore,
  mark: markOf,
  sender: {
    device: deviceOfPage(),
    clientType: isInApp() ? 1 : 0,
    lang: spokenLang,
    site: () => site.siteId,
    timezone: timeZone,
    deviceLanguage: navigator.language,
    fingerprint: fingerprintNow,
    bearer: nativeBearer,
  },
  session: {
    isSignedIn: () => session.isSignedIn(),
    renewed: (user) => session.renewed(user),
    ended: () => session.ended(),
    needed: () => session.needed(),
  },
  // Whoever cannot be reached at the very start is told so before any catalogue is there.
  networkWords: () => (i18n.locale === "" ? networkMessage : i18n._(m.network)),
  answered(line) {
    // A session's cookie is one host's: at the next host whoever is signed in would be nobody, so he waits for his own to come back. He
    // can move once hosts hand a session over by a ticket, which they do not yet.
    if (line.code === 0 && !session.isSignedIn()) noteHostFailed(line.origin);
    log.note(line);
  },
});

const socketUrl = (): string => {
  const origin = apiOrigin() === "" ? location.origin : apiOrigin();
  return `${origin.replace(/^http/, "ws")}/ws`;
};

/** The one connection of the page. It is begun when the page has started: before, nobody knows which host to ask, or whether to ask any. */
export const socket = createSocket({ url: socketUrl, isLater: true });

import { i18n } from "@lingui/core";
import { calls } from "@tidemark/contracts";
import {
  type Client,
  type ClientSettings,
  createClient,
  createSocket,
  type KeyStore,
  networkMessage,
  type SessionCallbacks,
} from "@tidemark/kit-client";
import { markOf } from "./bot-mark.ts";
import { m } from "./client-messages.ts";
import { deviceOfPage } from "../device/device.ts";
import { fingerprintNow } from "../device/fingerprint.ts";
import { currentLang } from "../i18n/languages.ts";
import { isInApp } from "../device/native-bridge.ts";
import { nativeBearer } from "../device/native-user.ts";
import { apiOrigin, isSimulatedPage, nameInExchange, noteHostFailed, realOrigin, site } from "./page-hosts.ts";
import { createRequestLog } from "./request-log.ts";
import { followerOf, sendFollowed } from "./upload.ts";
import { stored } from "../storage/storage.ts";

/** Each exchange has its own devices and keys. */
function keyStoreOf(name: string): KeyStore {
  const { get, set } = stored<string | undefined>(name, undefined, {
    area: "session",
    isWhole: (value): value is string | undefined => value === undefined || typeof value === "string",
  });
  return { get, set };
}

const logPath = calls.requestLog.path.split(" ")[1]!;
const log = createRequestLog(logPath, (lines) => void client.call("requestLog", { lines: [...lines] }));
addEventListener("pagehide", () => log.flush());

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

let session: SessionCallbacks = {
  isSignedIn: () => false,
  renewed: () => undefined,
  ended: () => undefined,
  needed: () => undefined,
};

/** Registers the session's callbacks. The client does not import the session, which imports the client. */
export function setSessionCallbacks(callbacks: SessionCallbacks): void {
  session = callbacks;
}

let rejoin = async (): Promise<boolean> => false;

/** Registers what takes the session of the real exchange to the simulated one. */
export function setRejoin(join: () => Promise<boolean>): void {
  rejoin = join;
}

const settings: Omit<ClientSettings, "baseUrl" | "keyStore"> = {
  fetch(url, init) {
    const progress = followerOf(init.body);
    if (progress !== undefined) return sendFollowed(url, init, progress);
    // The log is also sent while the page unloads, so that request must outlive the page.
    return fetch(url, { ...init, keepalive: new URL(url, location.origin).pathname === logPath });
  },
  mark: markOf,
  sender: {
    device: deviceOfPage(),
    clientType: isInApp() ? 1 : 0,
    lang: currentLang,
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
  // Before a catalogue is loaded, the network error is shown in English.
  networkText: () => (i18n.locale === "" ? networkMessage : i18n._(m.network)),
  answered(line) {
    // A session cookie belongs to one host: on the next host of the list a signed-in user would be signed out, so the client waits for the
    // user's own host. Tickets take a session to the simulated exchange only (`setRejoin`), not from one host of a list to the next.
    if (line.code === 0 && !session.isSignedIn()) noteHostFailed(line.origin);
    log.note(line);
  },
};

/** The one client of the page. */
export const client: Client = createClient({
  ...settings,
  baseUrl: apiOrigin,
  keyStore: keyStoreOf(nameInExchange("proofKey")),
  ...(isSimulatedPage ? { rejoin: () => rejoin() } : {}),
});

/** Asks the real exchange, whose session the simulated one takes over. */
export const realClient: Client = isSimulatedPage
  ? createClient({ ...settings, baseUrl: realOrigin, keyStore: keyStoreOf("proofKey") })
  : client;

const socketUrl = (): string => {
  const origin = apiOrigin() === "" ? location.origin : apiOrigin();
  return `${origin.replace(/^http/, "ws")}/ws`;
};

/** The one WebSocket of the page. It connects after start-up, because the host is not known before. */
export const socket = createSocket({ url: socketUrl, startsClosed: true, renew: () => client.renew() });

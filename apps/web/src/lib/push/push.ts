import { site } from "../client/page-hosts.ts";
import { isInApp } from "../device/native-bridge.ts";

/** What a push service needs to reach this browser. */
export type PushKeys = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

const workerPath = "/push-worker.js";
const scope = `${site.prefix}/`;

/** The app has notifications of its own. */
export const hasPush = (): boolean =>
  !isInApp() && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** Whether the user has forbidden notifications of this site in the browser. */
export const isPushBlocked = (): boolean => hasPush() && Notification.permission === "denied";

function keysOf(subscription: PushSubscription): PushKeys | undefined {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return undefined;
  return { endpoint, p256dh, auth };
}

/** This browser's subscription; undefined where there is none, or where notifications are not allowed any more. */
export async function pushKeysNow(): Promise<PushKeys | undefined> {
  if (!hasPush() || Notification.permission !== "granted") return undefined;
  const worker = await navigator.serviceWorker.getRegistration(scope);
  const subscription = await worker?.pushManager.getSubscription();
  return subscription ? keysOf(subscription) : undefined;
}

/** `failed`: the browser has no way to its push service now. */
export type Subscribed = PushKeys | "blocked" | "failed";

/** Asks the user, where the browser has not yet, and subscribes. Call it from a click: browsers refuse to ask otherwise. */
export async function subscribePush(publicKey: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== "granted") return "blocked";
  try {
    await navigator.serviceWorker.register(workerPath, { scope });
    const { pushManager } = await navigator.serviceWorker.ready;
    // One of another key would refuse the new one.
    await (await pushManager.getSubscription())?.unsubscribe();
    const wish = { userVisibleOnly: true, applicationServerKey: publicKey };
    return keysOf(await pushManager.subscribe(wish)) ?? "failed";
  } catch {
    return "failed";
  }
}

export async function unsubscribePush(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration(scope);
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

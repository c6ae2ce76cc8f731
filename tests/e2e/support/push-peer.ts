import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import { type PushSubscriptionPeer, pushServiceAt } from "../../peers/push-service.ts";

/**
 * A browser whose push service is the peer: its own is outside. The page subscribes as ever and gets a subscription of the peer; all else, the
 * worker and its notifications, is the browser's own.
 */
export async function withPushPeer(context: BrowserContext) {
  const service = pushServiceAt(process.env.E2E_PUSH!);
  let subscription: PushSubscriptionPeer | undefined;
  const shown = () => subscription && { endpoint: subscription.endpoint, keys: subscription.keys };
  await context.exposeFunction("peerSubscription", shown);
  await context.exposeFunction("peerSubscribe", async (publicKey: string) => {
    subscription = await service.subscribe(publicKey);
    return shown();
  });
  await context.exposeFunction("peerUnsubscribe", () => (subscription = undefined));
  await context.addInitScript(() => {
    type Given = { readonly endpoint: string; readonly keys: Readonly<Record<string, string>> };
    const peer = globalThis as unknown as {
      peerSubscription(): Promise<Given | undefined>;
      peerSubscribe(publicKey: string): Promise<Given>;
      peerUnsubscribe(): Promise<void>;
    };
    const wrapped = (given: Given) => ({
      toJSON: () => given,
      unsubscribe: () => peer.peerUnsubscribe().then(() => true),
    });
    Object.assign(PushManager.prototype, {
      subscribe: async (wish: { applicationServerKey: string }) =>
        wrapped(await peer.peerSubscribe(wish.applicationServerKey)),
      async getSubscription() {
        const given = await peer.peerSubscription();
        return given ? wrapped(given) : null;
      },
    });
  });
  return { received: async () => (await subscription?.received()) ?? [] };
}

/** Delivers pushes to the page's worker as the browser does when one arrives. */
export async function openPushDelivery(page: Page): Promise<(data: object) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registration;
  return async (data) => {
    const { origin } = new URL(page.url());
    await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(data) });
  };
}

import { expect, test } from "@playwright/test";
import { openPushDelivery, withPushPeer } from "../support/push-peer.ts";
import { Visit } from "../support/visit.ts";

// One browser from turning push on to turning it off: each test starts where the one before ended.
test.describe.configure({ mode: "serial" });
test.setTimeout(120_000);

const arrives = { timeout: 45_000 };
let visit: Visit;
let peer: Awaited<ReturnType<typeof withPushPeer>>;

test.beforeAll(async ({ browser, baseURL }) => {
  visit = await Visit.begin(browser, { locale: "en-US", viewport: { width: 1440, height: 900 } });
  await visit.context.grantPermissions(["notifications"], { origin: new URL(baseURL!).origin });
  peer = await withPushPeer(visit.context);
  await visit.signIn("bot17");
});
test.afterAll(() => visit.context.close());

type Shown = { readonly title: string; readonly body: string; readonly tag: string };
const shownIn = ({ page }: Visit): Promise<Shown[]> =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    const list = (await worker?.getNotifications()) ?? [];
    return list.map(({ title, body, tag }) => ({ title, body, tag }));
  });

test("a trader turns push on in a browser, for what is ticked", async () => {
  await visit.open("/personal/settings/notifications");
  await expect(visit.at("push")).toContainText("No browser receives push notifications yet.", arrives);
  await visit.at("push-on").click();
  await expect(visit.at("push-browser")).toContainText("This browser", arrives);
  await expect(visit.at("push-on")).toHaveCount(0);
  await expect(visit.at("notify-alerts-push").locator("input")).toBeChecked();
  await expect(visit.at("notify-coupons-push").locator("input")).not.toBeChecked();
  await visit.reload();
  await expect(visit.at("push-browser")).toContainText("This browser", arrives);
});

test("[D.120] an alert that fires arrives in bell and push: the worker shows it, and a click opens its page", async () => {
  await visit.open("/personal/alerts");
  await visit.at("alert-new").click();
  await visit.at("alert-FUNDING").click();
  await visit.at("alert").getByText("−", { exact: true }).click();
  await visit.at("alert-level").fill("5");
  await visit.at("alert-submit").click();
  const ofAlert = async () =>
    (await peer.received()).filter(({ title }) => String(title).includes("funding rate at or above"));
  await expect.poll(async () => (await ofAlert()).length, arrives).toBe(1);
  await visit.at("bell-button").click();
  await expect(visit.at("bell")).toContainText("funding rate at or above", arrives);
  const [push] = await ofAlert();
  expect(push).toMatchObject({ link: "/personal/alerts", lang: "en-US", dir: "ltr" });
  const deliver = await openPushDelivery(visit.page);
  await deliver(push!);
  await expect.poll(async () => (await shownIn(visit)).map(({ title }) => title), arrives).toEqual([push!.title]);
  // At least once may be twice: the second replaces the first.
  await deliver(push!);
  await visit.page.waitForTimeout(500);
  expect(await shownIn(visit)).toMatchObject([{ title: push!.title, body: push!.body, tag: push!.tag }]);
  // A page that shows the alerts already would be brought to the front instead.
  await visit.open("/markets");
  const [worker] = visit.context.serviceWorkers();
  const opened = await worker!.evaluate(async () => {
    const here = globalThis as unknown as {
      clients: { openWindow(href: string): Promise<null> };
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (kind: string, of: object) => Event;
      dispatchEvent(event: Event): void;
    };
    // Browsers open a window only for a click of a person: what they are asked for is looked at instead.
    const asked = new Promise<string>((resolve) => {
      here.clients.openWindow = async (href) => {
        resolve(href);
        return null;
      };
    });
    const [notification] = await here.registration.getNotifications();
    here.dispatchEvent(new here.NotificationEvent("notificationclick", { notification }));
    return asked;
  });
  expect(new URL(opened).pathname).toBe("/personal/alerts");
  await expect.poll(() => shownIn(visit), arrives).toEqual([]);
});

test("what is not ticked is not pushed, and a browser that is turned off gets nothing", async () => {
  await visit.open("/personal/settings/notifications");
  await visit.at("notify-alerts-push").click();
  await expect(visit.at("notify-alerts-push").locator("input")).not.toBeChecked(arrives);
  await visit.at("push-off").click();
  await expect(visit.at("push")).toContainText("No browser receives push notifications yet.", arrives);
  await expect(visit.at("push-on")).toBeVisible();
});

import { expect, test } from "@playwright/test";
import { developmentPassword } from "../../../tools/dev/trader.ts";
import { Visit } from "../support/visit.ts";
import { phone } from "../support/window-sizes.ts";

let visit: Visit;
test.afterEach(() => visit.close());

test("[D.57] the entry /m/ has addresses of its own after the hash, also behind a site's prefix", async ({
  browser,
}) => {
  visit = await Visit.begin(browser, { viewport: phone });
  for (const [address, title] of [
    ["/m/#/vip", "VIP programme"],
    ["/m/#/fees", "Fees"],
    ["/br/m/#/mobile/invite", "Invite friends"],
  ] as const) {
    await visit.open(address);
    await expect(visit.page.getByRole("heading", { level: 1 })).toHaveText(title);
  }
});

test("a page of the entry /m/ that needs a session leads to the login, and back to its address after the hash", async ({
  browser,
}) => {
  for (const prefix of ["", "/br"]) {
    visit = await Visit.begin(browser, { viewport: phone, locale: "en-US" });
    await visit.page.goto(`${prefix}/m/#/mobile/coupon`);
    await visit.arrivesAt(new RegExp(String.raw`//[^/]+${prefix}/auth/login\?`));
    const back = `${prefix}/m/#/mobile/coupon`;
    expect(new URL(visit.page.url()).searchParams.get("backurl")).toBe(back);
    await visit.at("login-id").fill("bot23@tidemark.test");
    await visit.at("login-password").fill(developmentPassword);
    await visit.at("login-submit").click();
    await visit.arrivesAt(back);
    await visit.stands();
    await expect(visit.page).toHaveTitle(/Coupon Center/);
    // Signed-in users are redirected away from sign-in.
    await visit.page.goto(`${prefix}/auth/login?backurl=${encodeURIComponent(back)}`);
    await visit.arrivesAt(back);
    if (prefix === "") await visit.close();
  }
});

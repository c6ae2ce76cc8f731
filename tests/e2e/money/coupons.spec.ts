import { expect } from "@playwright/test";
import { path } from "../support/looks.ts";
import { newEmail, register } from "../support/new-user.ts";

// The campaign of the registration reward is seeded: 10 USDT for 50,000 USDT of volume within 30 days.
path(
  "en desktop",
  "[S1.66 S1.68 S1.69 S2.48 S3.73 S3.74 S3.75 S3.76 S3.78 S3.82 S3.84 S3.85 D.53] who registers finds the reward in the Coupon Center, with its volume, terms and what a trade would count",
  async (look) => {
    const visit = await register(look, newEmail(), "/personal/coupon");
    const card = visit.at("coupon");
    await expect(card).toHaveAttribute("data-status", "PENDING");
    await expect(card).toContainText(look.translated("Cash bonus"));
    await expect(card).toContainText(/10.00 USDT/);
    await expect(card).toContainText(/0.00 \/ 50,000.00/);
    await expect(visit.at("coupon-totals")).toContainText("10.00");
    await visit.at("coupon-details").click();
    const detail = visit.at("coupon-detail");
    await expect(visit.at("coupon-left")).toContainText("50,000.00");
    await expect(visit.at("coupon-terms").locator("li")).toHaveCount(4);
    await expect(detail).toContainText(look.translated("Transferable"));
    await expect(visit.at("coupon-fills")).toContainText(look.translated("No fill has been counted yet."));
    await visit.at("coupon-volume").fill("1000");
    await expect(visit.at("coupon-would-count")).toHaveText("1,000.00 USDT");
    await expect(visit.at("coupon-simulator")).toContainText("49,000.00");
    await visit.close();
  },
);

path("fa phone", "[S2.20] the mobile entry has the Coupon Center", async (look) => {
  const visit = await register(look, newEmail());
  await visit.open("/m/#/mobile/coupon");
  await expect(visit.at("coupon")).toContainText(look.translated("Cash bonus"));
  await visit.at("coupon-details").click();
  await expect(visit.at("coupon-terms")).toContainText(
    look.translated("If it is not reached in time, the coupon fails and nothing is taken from you."),
  );
  await visit.close();
});

import { expect, test } from "@playwright/test";
import pg from "pg";
import { seedCampaigns } from "../../../services/platform/src/index.ts";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { path } from "../support/looks.ts";
import { readMailbox } from "../support/mailbox.ts";
import { agree, newEmail, password, register, signOut, typePassword } from "../support/new-user.ts";
import { Screen } from "../support/screen.ts";

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

path(
  "en desktop",
  "[C.55] a second account in the same browser is told before that it gets no reward, and is promised none",
  async (look) => {
    const visit = await register(look, newEmail());
    await signOut(visit);
    const email = newEmail();
    await visit.open(`/auth/register/email?backurl=${encodeURIComponent("/personal/coupon")}`);
    if (look.options.isMobile !== true)
      await expect(visit.page.locator("aside")).toContainText(
        look.translated("One per person: accounts that have used the same device count as one."),
      );
    await visit.at("register-id").fill(email);
    await typePassword(visit, password);
    await agree(visit);
    await visit.at("register-submit").click();
    await visit.at("code-email").fill(await readMailbox.code(email));
    await visit.arrivesAt("/personal/coupon");
    await expect(visit.at("coupon-center")).toContainText(look.translated("No coupons here"));
    await expect(visit.at("coupon")).toHaveCount(0);
    await expect(visit.at("offer-later")).toHaveCount(0);
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

// Coupons of two kinds, written as the module writes them; how they are given and paid is shown by tests/paths/money/coupons-deposit.test.ts.
test("[S1.54 S1.67 S2.113 S3.77 C.21 C.31] a deposit coupon is in the assets menu, on the deposit page and in the transfer that earns; a reward shows its distribution time", async ({
  browser,
}) => {
  const database = new pg.Client({ connectionString: process.env.E2E_DATABASE });
  await database.connect();
  const terms = { grantOn: "OPERATOR", volumeReq: 0n, products: [4], days: 7, claimDays: 0 } as const;
  const [face, budget] = [500_000_000_000n, 500_000_000_000n];
  await seedCampaigns(process.env.E2E_DATABASE!, [
    { ...terms, id: 940, name: "Deposit coupon", kind: "DEPOSIT", face, budget, ratio: 20_000_000n },
    { ...terms, id: 941, name: "Deposit reward", kind: "DEPOSIT_REWARD", face, budget, depositReq: 10_000_000_000n },
  ]);
  const now = Date.now();
  const endAt = now + 7 * 86_400_000;
  await database.query(
    `insert into coupons.coupons (campaign_id, uid, place, kind, name, asset, face, ratio, cap, products, symbols, options,
       min_leverage, max_leverage, margin_mode, volume_req, deposit_req, profit_req, hold_hours, start_at, end_at, claim_by,
       distribution_at, is_reserved, remaining, status, prior_net, had_transfer_in)
     select id, $1, 1, kind, name, asset, face, ratio, cap, products, symbols, options, 0, 0, margin_mode, 0, deposit_req, 0, 0,
       $2, $3, 0, case kind when 3 then $3::bigint else 0 end, false, face, 'PENDING', 0, true
     from coupons.campaigns where id in (940, 941)`,
    [seededUids.carol, now, endAt],
  );
  try {
    const carol = await Screen.signIn(browser, "carol");
    await carol.at("assets-menu").click();
    await expect(carol.at("coupon-back")).toHaveText("Up to 5,000 USDT back");
    await carol.at("coupon-back").click();
    await expect(carol.at("coupon-bank")).toContainText("Transfers into Derivatives earn 20% as trading bonus");
    const card = carol.at("coupon").filter({ hasText: "Deposit reward coupon" });
    await expect(card).toContainText(`Distribution ${new Date(endAt).toISOString().slice(0, 10)}`);
    await card.getByTestId("coupon-details").click();
    await expect(carol.at("coupon-distribution")).toContainText(/^\d{4}-\d\d-\d\d/);
    await expect(carol.at("coupon-terms")).toContainText("Deposit at least 100.00 USDT from outside");
    await carol.page.goto("/personal/deposit?asset=USDT");
    await expect(carol.at("deposit-coupon")).toContainText("earns 20% as trading bonus, up to 5,000.00 USDT");
    await carol.at("assets-menu").click();
    await carol.at("open-transfer").click();
    await carol.at("transfer-to-account").click();
    await carol.page.getByRole("option", { name: /Derivatives/ }).click();
    await carol.at("transfer-amount").fill("50");
    await expect(carol.at("transfer-earns")).toContainText("This transfer earns 10.00 USDT as trading bonus");
    await carol.at("transfer-submit").click();
    await expect(carol.at("transfer-bonus")).toContainText("This transfer earns 10.00 USDT as trading bonus");
    await carol.page.getByRole("button", { name: "Cancel" }).click();
    await expect(carol.at("transfer-amount")).toHaveValue("50");
    // One that must be claimed asks for that before anything is transferred.
    await database.query("update coupons.coupons set claim_by = end_at where campaign_id = 940");
    await carol.page.goto("/personal/deposit?asset=USDT");
    await expect(carol.at("deposit-coupon")).toContainText("Claim your deposit coupon first");
    await carol.at("deposit-coupon").getByRole("link", { name: "Coupon Center" }).click();
    await expect(carol.at("coupon-bank")).toContainText("Claim your deposit coupon first");
    await carol.at("coupon-bank-claim").click();
    await expect(carol.at("coupon-bank")).toContainText("Transfers into Derivatives earn 20% as trading bonus");
    await carol.page.context().close();
  } finally {
    await database.query("delete from coupons.coupons where campaign_id in (940, 941)");
    await database.query("update coupons.campaigns set reserved = 0 where id in (940, 941)");
    await database.end();
  }
});

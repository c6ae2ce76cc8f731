import { expect, test } from "@playwright/test";
import type { CouponStatus } from "@tidemark/contracts";
import type { SeedCampaign } from "../../../services/platform/src/index.ts";
import { units } from "../../../tools/dev/seed/listing.ts";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { axeFindings } from "../../../tools/visual/pages.ts";
import { type CouponExchange, openCouponExchange } from "../support/coupons/coupon-exchange.ts";
import { fillGallery, galleryCampaigns } from "../support/coupons/gallery.ts";
import { type Journey, journeys } from "../support/coupons/journeys.ts";
import { good } from "../support/coupons/outcomes.ts";
import { sumsOfLedger, Walker } from "../support/coupons/walker.ts";
import { type Look, lookOf } from "../support/looks.ts";

// Every kind of coupon from its grant to each of its ends, each by a user of its own, many beside each other. The usual run has each kind and each end in both
// looks; `--all` has each kind with each of its ends in both.
const looks = ["en desktop", "fa phone"] as const;
const isAll = process.env.E2E_LOOKS === "all";
/** Browsers at work at one time. */
const atOnceMax = 6;
/** Numbers of campaigns and users of this file. */
const [firstCampaign, firstUid] = [300, 30_000];
const firstGallery = 20_000;
const galleryCampaign = (look: number): number => 100 + 50 * look;
const galleryUser = (look: LookName): string => `gallery-${look.replace(" ", "-")}`;

type LookName = (typeof looks)[number];
type Trip = Journey & { readonly look: LookName; readonly place: number; readonly user: string };
const combinations = looks.flatMap((look) => journeys.map((journey) => ({ ...journey, look })));
/** As few as show each kind and each end in each look. */
function pairwise(): typeof combinations {
  const pairsOf = ({ name, end, look }: (typeof combinations)[number]) => [`${name} ${look}`, `${end} ${look}`];
  const open = new Set(combinations.flatMap(pairsOf));
  const gainOf = (one: (typeof combinations)[number]): number => pairsOf(one).filter((pair) => open.has(pair)).length;
  const chosen: typeof combinations = [];
  const isNew = (one: (typeof combinations)[number]): boolean =>
    !chosen.some(({ name, end }) => name === one.name && end === one.end);
  while (open.size > 0) {
    // The other look shows another end of the same kind.
    const candidates = [...combinations.filter(isNew), ...combinations];
    const best = candidates.reduce((most, one) => (gainOf(one) > gainOf(most) ? one : most));
    chosen.push(best);
    for (const pair of pairsOf(best)) open.delete(pair);
  }
  return chosen;
}
const trips: readonly Trip[] = (isAll ? combinations : pairwise()).map((one, place) => ({
  ...one,
  place,
  user: `walker${place}`,
}));
const campaignOf = ({ place }: Trip): number => firstCampaign + place;

let world: CouponExchange;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  world = await openCouponExchange();
  await world.prepare(
    [
      ...looks.map((look, i) => ({ uid: firstGallery + i, name: galleryUser(look) })),
      ...trips
        .filter(({ grantOn }) => grantOn !== "REGISTRATION")
        .map(({ place, user }) => ({ uid: firstUid + place, name: user })),
    ],
    [...looks.flatMap((_, i) => galleryCampaigns(galleryCampaign(i))), ...trips.map(seedOf)],
  );
});
test.afterAll(() => world?.close());

const seedOf = (trip: Trip): SeedCampaign => ({
  volumeReq: 0n,
  claimDays: 0,
  ...trip.terms,
  id: campaignOf(trip),
  name: trip.name,
  kind: trip.kind,
  grantOn: trip.grantOn,
  budget: trip.terms.face * (trip.hasRival === true ? 1n : 2n),
  products: [4],
  days: 7,
});

async function grantedTo(trip: Trip): Promise<{ uid: number; coupon: number }> {
  const campaign = campaignOf(trip);
  const uid = trip.grantOn === "REGISTRATION" ? await world.register(campaign, trip.user) : firstUid + trip.place;
  if (trip.grantOn === "KYC") await world.verify(campaign, uid);
  const coupon = trip.grantOn === "OPERATOR" ? await world.give(campaign, uid) : await world.granted(campaign, uid);
  if (trip.hasRival === true) {
    const rival = await world.give(campaign, seededUids.alice);
    good(await world.alice.client.call("claimCoupon", { couponId: rival }));
  }
  return { uid, coupon };
}

/** Nothing is cut off at the side. */
const overflowOf = (walker: Walker): Promise<number> =>
  walker.visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const unitsShown = (text: string): bigint => units(text.replaceAll(/[^\d.]/g, ""));

/** The details say why it ended and what it brought, as the ledger has it. */
async function explains(walker: Walker, { cause, end }: Trip): Promise<void> {
  const { visit, look } = walker;
  await visit.at("coupon-details").click();
  const detail = visit.at("coupon-detail");
  const [text, context] = statusTexts[end];
  await expect(detail).toContainText(look.translated(text, {}, context));
  if (cause !== undefined) await expect(visit.at("coupon-cause")).toHaveText(look.translated(cause));
  else await expect(visit.at("coupon-cause")).toHaveCount(0);
  expect(await visit.at("coupon-terms").locator("li").count()).toBeGreaterThan(0);
  // The page asks again every ten seconds.
  await expect(async () => {
    const row = await walker.row();
    const { left, facts } = sumsOfLedger(row, await walker.lines());
    for (const [name, sum] of Object.entries(facts)) {
      const fact = visit.at(`coupon-${name}`);
      // Where nothing was granted there is no bonus to account for.
      if ((await fact.count()) === 0) expect([name, sum, row.bonus]).toEqual([name, 0n, undefined]);
      else expect([name, unitsShown((await fact.textContent())!)]).toEqual([name, sum]);
    }
    if (end !== "SUCCESS") return;
    const shown = await detail.getByTestId("coupon-gauge").locator("b").textContent();
    const face = units(row.bonusAmount);
    if (row.release === undefined) expect(unitsShown(shown!)).toBe(cents(left ?? face - (facts.paid ?? 0n)));
  }).toPass({ timeout: 40_000 });
  expect(await overflowOf(walker)).toBe(0);
}
const cent = 1_000_000n;
/** Gauges show cents, rounded down. */
const cents = (amount: bigint): bigint => amount - (amount % cent);

/** The text of a status, and its context where it has one. */
const statusTexts: Readonly<Record<CouponStatus, readonly [text: string, context?: string]>> = {
  PENDING: ["Pending", "coupon"],
  SUCCESS: ["Success", "coupon"],
  FAILED: ["Failed", "coupon"],
  EXPIRED: ["Expired", "coupon"],
  INVALID: ["Invalid"],
  RECALLED: ["Recalled"],
  RUN_OUT: ["Run Out"],
  USED_OFF: ["Used off"],
};

async function travel(trip: Trip, look: Look): Promise<void> {
  const granted = await grantedTo(trip);
  const walker = await Walker.signIn(look, world, { ...granted, name: trip.user });
  try {
    await expect(walker.place).toHaveAttribute("data-status", /PENDING|SUCCESS/, { timeout: 30_000 });
    await trip.walk(walker);
    await walker.shows(trip.end);
    expect(await overflowOf(walker)).toBe(0);
    await explains(walker, trip);
  } catch (error) {
    await walker.visit.page.screenshot({ path: test.info().outputPath(`${trip.name} ${trip.end} ${trip.look}.png`) });
    throw error;
  } finally {
    await walker.visit.close();
  }
}

test("[C.5 C.6 C.7 C.8 C.9 C.10 C.11 C.12 S1.53 S1.54 S1.55 S1.56 S1.57 S1.58 S1.60 S1.62 S1.64 S3.78] each kind of coupon goes from its grant to each of its ends, and its page explains it as the ledger has it", async ({
  browser,
}) => {
  // All combinations are six times as many as the usual ones.
  test.setTimeout(isAll ? 1_800_000 : 300_000);
  const failures: string[] = [];
  const waiting = [...trips];
  const work = async (): Promise<void> => {
    for (let trip = waiting.shift(); trip !== undefined; trip = waiting.shift()) {
      const { name, end, look } = trip;
      const problem = await travel(trip, lookOf(look, browser)).then(
        () => "",
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (problem !== "") failures.push(`${name} → ${end} · ${look}: ${problem}`);
      // All of them take minutes.
      if (isAll) process.stdout.write(`${problem === "" ? "ok" : "failed"} ${name} → ${end} · ${look}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnceMax }, work));
  expect(failures).toEqual([]);
});

/** The Coupon Center and the details of what was recalled, in both themes: nothing is cut off, and axe has no finding. */
async function looksRight(walker: Walker): Promise<void> {
  const { visit, look } = walker;
  const seen = async (what: string): Promise<void> => {
    for (const theme of ["dark", "light"] as const) {
      await visit.page.evaluate((value) => (document.documentElement.dataset.theme = value), theme);
      const picture = `${what} ${look.name} ${theme}`;
      const path = test.info().outputPath(`${picture}.png`);
      await visit.page.screenshot({ path, fullPage: what === "coupons", animations: "disabled" });
      expect([picture, await overflowOf(walker)]).toEqual([picture, 0]);
      expect([picture, await axeFindings(visit.page)]).toEqual([picture, []]);
    }
  };
  await seen("coupons");
  await visit.page.locator("[data-status=RECALLED]").getByTestId("coupon-details").click();
  await expect(visit.at("coupon-bonusReturned")).toBeVisible();
  await seen("recalled");
}

test("[S2.48 S4.6 S4.7 S4.8 S4.9 S4.10 S4.11 S4.12 S4.13] coupons of all statuses stand on one page, in both languages and themes", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  await Promise.all(
    looks.map(async (name, i) => {
      const who = { uid: firstGallery + i, name: galleryUser(name), coupon: 0 };
      const walker = await Walker.signIn(lookOf(name, browser), world, who);
      await fillGallery(walker, galleryCampaign(i));
      for (const [status, [text, context]] of Object.entries(statusTexts)) {
        const place = walker.visit.page.locator(`[data-status=${status}]`).first();
        await expect(place).toContainText(walker.look.translated(text, {}, context), { timeout: 30_000 });
      }
      await looksRight(walker);
      await walker.visit.close();
    }),
  );
});

import { randomUUID, sign } from "node:crypto";
import { type CampaignTerms, type consoleCalls, operatorRoles, success } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { privateKeyOf } from "@tidemark/kit-node";
import { jpegOf } from "../../../services/platform/testing/drawn-picture.ts";
import { bindFactor } from "../../../services/platform/testing/factor.ts";
import { noticeSink } from "../../../services/platform/testing/notice-sink.ts";
import type { Exchange } from "../../../tools/dev/exchange.ts";
import { assetId } from "../../../tools/dev/seed/listing.ts";
import { emailOf, seededUids } from "../../../tools/dev/seed/people.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { passkeyDevice } from "../../peers/passkey-device.ts";
import { campaignTerms } from "./campaign-terms.ts";
import { type ConsoleWorld, honest, openOperator, type Operator } from "./console-world.ts";
import { good, units, until } from "../support/traders.ts";
import { seeds } from "../account/reviewed-exchange.ts";

export const reason = "as the meeting of operators decided";
/** What a trader typed and nobody sees without a line of the audit log. */
export const personal = { familyName: "Quayle-Thorsen", street: "Hafenweg 1217" } as const;

type Name = keyof typeof consoleCalls;
/** Without `by` the first operator asks. */
export type Example = { readonly ask: object; readonly by?: Operator };
type Offer = { readonly ticket: string; readonly options: { readonly challenge: string } };

const botUid = (bot: number): number => seededUids.firstBot + bot - 1;

const terms = (): CampaignTerms => campaignTerms({ volumeRequirement: "1000000" });

const usdt = { product: 4, asset: "USDT" } as const;
const market = {
  market: 90,
  symbol: "NEW/USDT",
  kind: "SPOT",
  base: "BTC",
  quote: "USDT",
  tick: "0.01",
  lot: "0.00001",
  minQty: "0.00001",
  maxQty: "500",
  maxMarketQty: "250",
  minNotional: "5",
  maxNotional: "10000000",
  minPrice: "0.01",
  maxPrice: "1042505",
  band: "0.05",
  farBand: "0.5",
  marketProtection: "0.05",
  indexCap: "0.01",
  breaker: "0.1",
  maxOpenOrders: 200,
  weights: [30, 30, 20, 20],
} as const;
const contract = {
  symbol: "BTCUSDT-PERP",
  settle: "USDT",
  flashBand: "0.03",
  markClamp: "0.05",
  liqFeeRate: "0.0005",
  oiCap: "500000000",
  maxTriggers: 50,
  maxLeverage: 125,
  fundingIntervalMs: 28_800_000,
  interestRate: "0.0001",
  fundingCap: "0",
  impactNotional: "25000",
  tiers: [{ cap: "50000", maxLeverage: 125, mmr: "0.004" }],
} as const;
const fees = { level: 9, spotMaker: "0", spotTaker: "0.001", perpMaker: "0.0002", perpTaker: "0.00055" } as const;
const article = (slug: string) =>
  ({ slug, kind: "ANNOUNCEMENT", text: { lang: "en_US", title: "T", summary: "", body: "B" } }) as const;

/** Commands that are proposed; what the core says about them is another matter. */
const proposals: Partial<Record<Name, object>> = {
  setAccountStatus: { uid: botUid(9), product: 1, status: "SUSPENDED" },
  setTradingStop: { uid: botUid(9), stopped: true },
  setMarketStatus: { symbol: "LTC/USDT", status: "CANCEL_ONLY", liquidates: false },
  configureAsset: { asset: 90, code: "NEW", scale: 6, displayDecimals: 2, maxHeld: "1000.5" },
  configureMarket: market,
  configureFees: fees,
  configureContract: contract,
  configurePair: { symbol: "BTC/USDT", leverage: 5, baseRate: "0.00001", quoteRate: "0.00002" },
  settleMarket: { symbol: "BTCUSDT-PERP", mark: "50000" },
  moveTreasury: { ...usdt, amount: "1.5" },
  seedFund: { ...usdt, fund: "INSURANCE", amount: "2" },
  sweepRounding: { product: 2, asset: "USDT" },
  fundCampaign: { campaign: 5, product: 1, asset: "USDT", amount: "100" },
  replaceWithdrawalLock: { uid: botUid(9), until: 0 },
  liftProducer: { stopped: 10, next: 1_001 },
};

export type Stage = {
  readonly exchange: Exchange;
  readonly console: ConsoleWorld;
  readonly first: Operator;
  /** Who makes what the first one decides about. */
  readonly second: Operator;
};

/** A verification that waits, and the account it is of. */
async function verificationOf({ exchange, second }: Stage, bot: number): Promise<number> {
  const { client } = await signIn(exchange.url, `bot${bot}`, `kyc-device-${bot}`);
  const data = {
    ...personal,
    givenNames: "Maren",
    birthDate: "1994-06-21",
    citizenship: "DE",
    postcode: "20457",
    city: "Hamburg",
    country: "DE",
  };
  good(await client.call("savePersonalData", data));
  for (const part of ["front", "selfie"] as const) {
    const file = new File([Uint8Array.from(await jpegOf(bot))], "x.jpg", { type: "image/jpeg" });
    good(await client.call("uploadPicture", { part, documentKind: "passport", documentCountry: "NO", file }));
  }
  good(await client.call("submitVerification", {}));
  // The provider looks at it first.
  const isWaiting = async () =>
    good(await second.client.call("verificationQueue", {})).list.some(({ uid }) => uid === botUid(bot));
  await until(isWaiting, 60_000);
  return botUid(bot);
}

async function nicknameOf({ exchange, second }: Stage): Promise<number> {
  const { client } = await signIn(exchange.url, "bot8", "nickname-device");
  good(await client.call("changeNickname", { nickName: "Deep Harbour" }));
  return good(await second.client.call("nicknameQueue", {})).list.find(({ uid }) => uid === botUid(8))!.id;
}

async function ticketOf({ exchange }: Stage): Promise<number> {
  const { client } = await signIn(exchange.url, "bot7", "ticket-device");
  const opening = { requestId: randomUUID(), topic: "OTHER", subject: "A question", text: "Where is it?" } as const;
  return good(await client.call("openTicket", opening)).number;
}

/** Withdrawals that wait for operators, of a trader who has money and a factor. */
function withdrawals({ exchange, console }: Stage) {
  let trader: Promise<Trader> | undefined;
  let count = 0;
  const { db } = console.owner;
  async function open(): Promise<Trader> {
    const alice = await signIn(exchange.url, "alice", "withdrawal-device");
    const next = await exchange.link.nextNumber("wallet", producers.walletTools);
    const money = { asset: assetId("USDT"), amount: units("50000"), reference: "audit" } as const;
    const draft = { type: "credit_deposit", uid: seededUids.alice, ...money } as const;
    const [said] = await exchange.link.send("wallet", [{ ...draft, producer: producers.walletTools, number: next }]);
    if (said!.code !== success) throw new Error(`no deposit: ${said!.code}`);
    await (await bindFactor(alice.client, emailOf("alice"), db)).confirm();
    await until(async () => good(await alice.client.call("withdrawalInfo", { asset: "USDT" })).level === 2, 30_000);
    const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    good(await alice.client.call("addWithdrawalAddress", { network: "LOCAL_EVM", address, label: "Cold" }));
    return alice;
  }
  return async (): Promise<string> => {
    const { client } = await (trader ??= open());
    const addressId = good(await client.call("withdrawalAddressList", {})).list[0]!.id;
    const wish = { requestId: `audit-${(count += 1)}`, addressId, asset: "USDT", amount: "6000" };
    const { id } = good(await client.call("requestWithdrawal", wish));
    const code = await noticeSink(db).codeOf(emailOf("alice"));
    good(await client.call("confirmWithdrawal", { id, code }));
    return id;
  };
}

/** A campaign of the second operator, a running one, and a coupon of it. */
const campaigns = ({ first, second }: Stage) => {
  const made = async (): Promise<number> =>
    good(await second.client.call("makeCampaign", { requestId: randomUUID(), terms: terms(), reason })).id;
  const running = async (): Promise<number> => {
    const id = await made();
    good(await first.client.call("startCampaign", { id, reason }));
    return id;
  };
  const coupon = async (): Promise<number> => {
    const gift = { requestId: randomUUID(), campaignId: await running(), uid: botUid(5), reason };
    return good(await second.client.call("giveCoupon", gift)).id;
  };
  return { made, running, coupon };
};

/** Calls of a session: each by an operator of its own, because they end or replace sessions. */
function ofSessions({ console }: Stage): Partial<Record<Name, () => Promise<Example>>> {
  let count = 0;
  const invited = async () => {
    count += 1;
    return console.invite(`guest-${count}`, operatorRoles);
  };
  const another = (): Promise<Operator> => {
    count += 1;
    return openOperator(console, `operator-${count}`, operatorRoles);
  };
  const shown = async (by: Operator, purpose: "signIn" | "confirm"): Promise<Example> => {
    const { ticket, options } = (await by.browser.call("challengeOperator", { purpose })).data as Offer;
    return { by, ask: { passkey: by.browser.device.answer(ticket, options, honest) } };
  };
  return {
    openInvitation: async () => ({ ask: { invitation: (await invited()).token } }),
    async acceptInvitation() {
      const { token } = await invited();
      const { id } = (await console.register.list()).find(({ name }) => name === `guest-${count}`)!;
      const browser = console.browser();
      const { ticket, options } = (await browser.call("openInvitation", { invitation: token })).data as Offer;
      const ask = { invitation: token, ticket, label: "Laptop", passkey: browser.device.make(options, honest) };
      return { by: { id, browser, client: browser.client }, ask };
    },
    challengeOperator: async () => ({ ask: { purpose: "signIn" } }),
    signInOperator: async () => shown(await another(), "signIn"),
    confirmOperator: async () => shown(await another(), "confirm"),
    signOutOperator: async () => ({ by: await another(), ask: {} }),
    async addOperatorPasskey() {
      const by = await another();
      const { ticket, options } = (await by.browser.call("startOperatorPasskey", {})).data as Offer;
      return { by, ask: { ticket, label: "Safe", passkey: passkeyDevice().make(options, honest) } };
    },
  };
}

/** A good ask of every call that does not take an empty one; what it is about exists by then. */
export function examplesOf(stage: Stage): Partial<Record<Name, () => Promise<Example>>> {
  const { first, second } = stage;
  const withdrawal = withdrawals(stage);
  const { made, running, coupon } = campaigns(stage);
  const given = (ask: object) => async () => ({ ask });
  const because = (ask: object) => given({ ...ask, reason });
  const proposed = async (uid: number) =>
    good(await second.client.call("setTradingStop", { uid, symbol: "BTC/USDT", stopped: false, reason })).id;
  const flag = (country: string) => ({ kind: "countryFlag", country, flag: "kycWhite", isOn: true }) as const;
  const saved = async (slug: string) => {
    good(await second.client.call("saveArticle", article(slug)));
    return { ask: { slug, isPublished: true } };
  };
  const acts: Partial<Record<Name, () => Promise<Example>>> = {
    decideNickname: async () => ({ ask: { id: await nicknameOf(stage), decision: "ACCEPT", reason } }),
    viewPersonalData: async () => ({ ask: { uid: await verificationOf(stage, 1), reason } }),
    viewPicture: async () => ({ ask: { uid: await verificationOf(stage, 2), part: "front", reason } }),
    decideVerification: async () => ({ ask: { uid: await verificationOf(stage, 3), reason } }),
    findAccounts: given({ text: emailOf("bot1") }),
    accountFactsOf: given({ uid: String(botUid(1)) }),
    accountTimeline: given({ uid: String(botUid(1)) }),
    viewAccount: because({ uid: botUid(1) }),
    freezeUser: because({ uid: botUid(10) }),
    async unfreezeUser() {
      good(await second.client.call("freezeUser", { uid: botUid(11), reason }));
      return { ask: { uid: botUid(11), reason } };
    },
    endUserSessions: because({ uid: botUid(12) }),
    removeUserPassword: because({ uid: botUid(12) }),
    setVerifiedTrader: because({ uid: seededUids.bob, isOn: true }),
    async addWithdrawalSignature() {
      const id = await withdrawal();
      const { intent } = good(await first.client.call("withdrawalReview", {})).list.find((one) => one.id === id)!;
      const signature = sign(null, Buffer.from(intent), privateKeyOf(seeds.olivia)).toString("hex");
      return { ask: { id, approver: "olivia", signature, reason } };
    },
    refuseWithdrawal: async () => ({ ask: { id: await withdrawal(), reason } }),
    haltWithdrawals: because({ asset: "USDT" }),
    previewContent: given({ change: flag("NO") }),
    changeContent: because({ change: flag("SE") }),
    async dropContentChange() {
      good(await second.client.call("changeContent", { change: flag("FI"), reason }));
      return { ask: { subject: "flag kycWhite of FI", reason } };
    },
    stopAllMarkets: because({}),
    proposal: async () => ({ ask: { id: await proposed(botUid(13)) } }),
    approveProposal: async () => ({ ask: { id: await proposed(botUid(14)) } }),
    rejectProposal: async () => ({ ask: { id: await proposed(botUid(15)), reason } }),
    readTicket: async () => ({ ask: { number: String(await ticketOf(stage)) } }),
    answerTicket: async () => ({
      ask: { requestId: randomUUID(), number: await ticketOf(stage), text: "Here it is.", isClosed: false },
    }),
    readDraft: async () => ({ ask: { slug: (await saved("audit-read")).ask.slug } }),
    saveArticle: given(article("audit-save")),
    publishArticle: () => saved("audit-publish"),
    previewCampaign: given({ terms: terms(), pastDays: 7 }),
    makeCampaign: because({ requestId: randomUUID(), terms: terms() }),
    startCampaign: async () => ({ ask: { id: await made(), reason } }),
    stopCampaign: async () => ({ ask: { id: await running(), reason } }),
    couponDetailOf: async () => ({ ask: { id: String(await coupon()) } }),
    giveCoupon: async () => ({
      ask: { requestId: randomUUID(), campaignId: await running(), uid: botUid(6), reason },
    }),
    invalidateCoupon: async () => ({ ask: { id: await coupon(), reason } }),
  };
  const commands = Object.entries(proposals).map(([name, ask]) => [name, because(ask)]);
  return { ...ofSessions(stage), ...acts, ...Object.fromEntries(commands) };
}

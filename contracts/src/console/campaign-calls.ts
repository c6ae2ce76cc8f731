import { z } from "zod";
import { couponKinds, couponStatuses } from "../coupons/calls.ts";
import { campaignTasks } from "../coupons/task-calls.ts";
import { defineCall } from "../define.ts";
import { reasonText } from "../operator/define-operator-call.ts";
import { assetText, decimalText, productIds, symbolText } from "../values.ts";
import { actBy, actRefusals, readBy } from "./of-platform.ts";

const at = z.number().int().nonnegative();
const campaignId = z.number().int().positive();
const days = z.number().int().min(1).max(365);
const leverage = z.number().int().min(0).max(200);

/**
 * What gives a coupon to a user. INVITE: a friend of the user is verified. TASK: the user does what `task` says. OPERATOR: nothing by itself. All others give
 * to one account of a person: none to an account of which another one, that has used the same device, has had one of the campaign.
 */
export const campaignGrants = ["REGISTRATION", "KYC", "INVITE", "TASK", "OPERATOR"] as const;
export type CampaignGrant = (typeof campaignGrants)[number];
/** DRAFT: made, and not started yet. ENDED: its end has passed. */
const campaignStates = ["DRAFT", "RUNNING", "STOPPED", "ENDED"] as const;
export type CampaignState = (typeof campaignStates)[number];

/** The terms of a campaign. They stay as they were made: another set of terms is another campaign. */
const campaignTerms = z.strictObject({
  kind: z.enum(couponKinds),
  name: z.string().trim().min(3).max(60),
  asset: assetText,
  face: decimalText,
  /** A fraction: 1 is all. */
  ratio: decimalText,
  /** 0: the face. */
  cap: decimalText,
  /** All faces together, and coupons of one user. */
  budget: decimalText,
  perUser: z.number().int().min(1).max(100),
  /** In USDT; 0: none. */
  volumeRequirement: decimalText,
  depositRequirement: decimalText,
  profitRequirement: decimalText,
  holdHours: z.number().int().min(0).max(8_760),
  products: z.array(z.union(Object.values(productIds).map((id) => z.literal(id)))).max(5),
  /** None: all of the products. */
  symbols: z.array(symbolText).max(50),
  /** 0: any. */
  minLeverage: leverage,
  maxLeverage: leverage,
  marginMode: z.enum(["ANY", "CROSS", "ISOLATED"]),
  days,
  /** 0: need not be claimed. */
  claimDays: z.number().int().min(0).max(365),
  startAt: at,
  endAt: at,
  /** 0: as soon as the requirements are met. */
  distributionAt: at,
  grantOn: z.enum(campaignGrants),
  /** What a user does for a coupon where it is granted by TASK; null for all others. */
  task: z.enum(campaignTasks).nullable().default(null),
  /** What its kind says beyond these, as `couponOptions` has it. */
  options: z.record(z.string().max(40), z.union([z.string().max(40), z.number(), z.boolean()])),
});
export type CampaignTerms = z.infer<typeof campaignTerms>;

const operatorAct = z.object({ by: z.number().int(), at });

const campaignRow = z.object({
  id: campaignId,
  terms: campaignTerms,
  state: z.enum(campaignStates),
  /** Null where it was not made in the console, or was not yet started or stopped. */
  made: operatorAct.nullable(),
  started: operatorAct.nullable(),
  stopped: operatorAct.nullable(),
  /** Of the budget: put aside for coupons that are pending, in force or paid. */
  reserved: decimalText,
  /** What its coupons have paid or granted. */
  paid: decimalText,
  /** Coupons by status; those that there are none of stand with 0. */
  coupons: z.record(z.enum(couponStatuses), z.number().int()),
  /** What its account in the ledger holds that it pays from; null where the core did not answer. */
  funded: decimalText.nullable(),
  /** The product of that account: wallet for cash, USDT futures for bonus. */
  fundedProduct: z.number().int(),
});
export type CampaignRow = z.infer<typeof campaignRow>;

export const campaignList = defineCall({
  ...readBy("any"),
  name: "coupons.campaigns",
  path: "GET /console/campaigns",
  ask: z.strictObject({}),
  answer: z.object({
    at,
    list: z.array(campaignRow),
    /** The batch of the journal behind which the accounts stood so; 0 where the core did not answer. */
    seq: z.number().int(),
    /** What a campaign may name. */
    assets: z.array(assetText),
    symbols: z.array(symbolText),
  }),
});

const campaignPreview = z.object({
  /** Why it cannot be made so; empty where it can. */
  problem: z.string(),
  /** Users who registered or were verified, the oldest day first, today last; empty where past days are not counted for what gives its coupons. */
  usersByDay: z.array(z.number().int()),
  users: z.number().int(),
  /** Coupons that the budget holds, and those that these users would have had. */
  budgetCoupons: z.number().int(),
  coupons: z.number().int(),
  /** The most that these coupons could have paid, and what every one of these users would have cost without the budget. */
  most: decimalText,
  mostWithoutBudget: decimalText,
});
export type CampaignPreview = z.infer<typeof campaignPreview>;

/** What a campaign with these terms would have given, had it run on the last days. Changes nothing. */
export const previewCampaign = defineCall({
  ...readBy("any"),
  name: "coupons.previewCampaign",
  path: "POST /console/campaign/preview",
  ask: z.strictObject({ terms: campaignTerms, pastDays: z.number().int().min(1).max(90) }),
  answer: campaignPreview,
});

/** Makes a campaign that does not run yet. Its accounts are funded by a proposal (`operator.fundCampaign`). */
export const makeCampaign = defineCall({
  ...actBy("markets"),
  name: "coupons.makeCampaign",
  path: "POST /console/campaign/make",
  ask: z.strictObject({ requestId: z.uuid(), terms: campaignTerms, reason: reasonText }),
  answer: z.object({ id: campaignId }),
  refusals: [...actRefusals, "REQUEST_INVALID"],
});

/** By another operator than its maker, in a browser of their own: terms and start are two decisions. */
export const startCampaign = defineCall({
  ...actBy("markets"),
  name: "coupons.startCampaign",
  path: "POST /console/campaign/start",
  ask: z.strictObject({ id: campaignId, reason: reasonText }),
  answer: z.object({}),
  refusals: [...actRefusals, "REQUEST_INVALID", "OWN_APPROVAL"],
});

/** It gives no more coupons; those that were given keep their terms. */
export const stopCampaign = defineCall({
  ...actBy("markets"),
  name: "coupons.stopCampaign",
  path: "POST /console/campaign/stop",
  ask: z.strictObject({ id: campaignId, reason: reasonText }),
  answer: z.object({}),
  refusals: [...actRefusals, "REQUEST_INVALID"],
});

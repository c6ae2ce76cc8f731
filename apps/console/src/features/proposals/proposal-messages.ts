import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ProposalState } from "@tidemark/contracts";

export const m = {
  label: msg`Proposals`,
  change: msg`Change`,
  why: msg`Why`,
  by: msg`Proposed by`,
  waits: msg`Waits`,
  state: msg`State`,
  decide: msg`Decide`,
  approve: msg`Approve`,
  refuse: msg`Refuse`,
  takeBack: msg`Take back`,
  yours: msg`another operator approves it`,
  which: msg`Which proposals`,
  waiting: msg`Waiting`,
  all: msg`All`,
  none: msg`Nothing waits`,
  noneHint: msg`Changes that need a second operator appear here.`,
  noneAll: msg`Nothing was proposed yet`,
  whyTitle: msg`Why is it refused?`,
  close: msg`Close`,
  approved: msg`Approved and sent`,
  refused: msg`Refused`,
  otherAmount: msg`A field is wrong`,
  notNow: msg`Not at this time`,
  notAgreed: msg`It was not agreed on`,
  notNeeded: msg`It is no longer needed`,
  role: msg({ message: "needs {role}" }),
  someone: msg({ message: "operator {id}" }),
};

export const states: Readonly<Record<ProposalState, MessageDescriptor>> = {
  WAITING: msg`Waiting`,
  SENT: msg`Sent`,
  DONE: msg`Done`,
  REFUSED: msg`Refused by the core`,
  REJECTED: msg`Refused`,
  EXPIRED: msg`Expired`,
};

/** By the name of the call that proposed it. */
export const changes: Readonly<Record<string, MessageDescriptor>> = {
  "operator.setAccountStatus": msg`Status of an account`,
  "operator.setTradingStop": msg`Stop of a trader`,
  "operator.setMarketStatus": msg`Status of a market`,
  "operator.configureAsset": msg`Asset`,
  "operator.configureMarket": msg`Rules of a market`,
  "operator.configureFees": msg`Fees`,
  "operator.configureContract": msg`Rules of a contract`,
  "operator.configurePair": msg`Margin pair`,
  "operator.settleMarket": msg`Settlement of a market`,
  "operator.moveTreasury": msg`Move of company money`,
  "operator.seedFund": msg`Money for a fund`,
  "operator.sweepRounding": msg`Sweep of rounding`,
  "operator.fundCampaign": msg`Money for a campaign`,
  "operator.replaceWithdrawalLock": msg`Withdrawal lock`,
  "operator.liftProducer": msg`Stopped producer`,
};

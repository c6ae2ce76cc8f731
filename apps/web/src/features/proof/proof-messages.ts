import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Proof of funds`,
  lead: msg`What we owe everyone, as trees whose roots we publish every hour, beside what our addresses hold. Your browser does the checking; you need not believe this page.`,
  tree: msg`Tree of`,
  verifier: msg`Download verifier`,
  failed: msg`The proof could not be loaded.`,
  retry: msg`Try again`,
  none: msg`No tree yet`,
  noneHint: msg`The first one is published after the next full hour, and stays here for good.`,
  newer: msg({ message: "A newer tree was published, of {time}." }),
  showNewer: msg`Show it`,
  late: msg({
    message:
      "The tree of {time} has not come yet. One is published with the first change of the ledger after the full hour, and only if the sums agree.",
  }),
  stale: msg({ message: "The list of trees could not be refreshed. It is as of {time}." }),

  published: msg`Published for`,
  publishedHint: msg`Every full hour`,
  next: msg`Next one`,
  nextHint: msg({ message: "due at {time}" }),
  state: msg`State`,
  stateHint: msg`Ledger sequence`,
  trees: msg`Trees`,
  treesHint: msg({ message: "{count, plural, one {# leaf in them} other {# leaves in them}}" }),
  coinCount: msg({ message: "{count, plural, one {# coin} other {# coins}}" }),

  coins: msg`Coin by coin`,
  coinsHint: msg`Everybody must be given the same roots: compare them with others.`,
  coin: msg`Coin`,
  owed: msg`We owe`,
  customers: msg`Customers`,
  ofExchange: msg`Of the exchange`,
  leaves: msg`Leaves`,
  root: msg`Root`,
  copyRoot: msg({ message: "Copy the root of {asset}" }),
  copied: msg`Copied`,

  parts: msg({ message: "What {asset} we owe" }),
  partsHint: msg`Each line of the exchange is a leaf of its own. Coupon money that customers have is part of their leaves.`,
  sum: msg`Sum of the root`,
  uncovered: msg`Balances below zero`,
  uncoveredHint: msg`Losses of accounts; they lower nobody’s leaf.`,
  custody: msg`Received less sent`,
  custodyHint: msg`By our own ledger; no statement of a chain.`,

  earlier: msg`All trees`,
  earlierHint: msg`Roots stay for good. Leaves are kept for the last 24 trees.`,
  time: msg`Time`,
  sequence: msg`Sequence`,
  stateHash: msg`Hash of the state`,
  copyHash: msg({ message: "Copy the hash of the state at {seq}" }),
  status: msg`Status`,
  kept: msg`Leaves kept`,
  rootsOnly: msg`Roots only`,
  show: msg`Show`,
  showTree: msg({ message: "Show the tree of {time}" }),
  shown: msg`Shown`,

  notShown: msg`What this does not show`,
};

/** What the published figures leave open. */
export const notShown: readonly {
  readonly id: string;
  readonly title: MessageDescriptor;
  readonly text: MessageDescriptor;
}[] = [
  {
    id: "balances",
    title: msg`Balances on chains`,
    text: msg`A signature shows that we can use an address, not what stands on it: that is on its chain, at the block named here. Deposit addresses are a sum that we read; they do not sign.`,
  },
  {
    id: "borrowed",
    title: msg`Borrowed coins`,
    text: msg`Coins could be lent to us for the hour in which we sign. That is why it is every hour, and why the history stays.`,
  },
  {
    id: "keys",
    title: msg`Who else has the keys`,
    text: msg`A signature shows that we can sign, not that nobody else can.`,
  },
  {
    id: "moment",
    title: msg`Any other moment`,
    text: msg`A tree is the state at one sequence. What was owed a minute before or after is in no root.`,
  },
  {
    id: "outside",
    title: msg`Debts outside`,
    text: msg`A debt that is in no account of our ledger is in no leaf. Only an auditor of the company can find those.`,
  },
  {
    id: "unrealised",
    title: msg`Unrealised profit`,
    text: msg`What an open position would bring is in no leaf until it is realised.`,
  },
  {
    id: "loans",
    title: msg`What you owe us`,
    text: msg`Your loans do not lower your leaf: a leaf less debt could be lowered by inventing one.`,
  },
  {
    id: "unchecked",
    title: msg`People who do not check`,
    text: msg`A leaf that nobody looks at could be lowered unseen. The more people check, the less we could cheat.`,
  },
];

/** Accounts of the exchange that may have a leaf; those that hold something for a moment only are the others. */
export const systemNames = {
  fees: msg`Fees`,
  insurance: msg`Insurance funds`,
  liq: msg`Liquidations`,
  funding: msg`Funding`,
  promo: msg`Coupons and campaigns`,
  earn: msg`Earn`,
  rounding: msg`Rounding`,
  treasury: msg`Treasury`,
  lending: msg`Lending`,
  other: msg`Other accounts`,
};

import { msg } from "@lingui/core/macro";

/** Below the tag of a deposit that was credited or seen and is gone. */
export const reversed = msg`Taken back by the chain`;

export const m = {
  title: msg({ message: "Deposit", context: "page and button" }),
  lead: msg`Into your Capital Account. No fee from us.`,
  coin: msg`Coin`,
  network: msg`Network`,
  networkHint: msg`It must be the one you send from.`,
  minimum: msg`Minimum`,
  creditedAfter: msg`Credited after`,
  blocks: msg({ message: "{count, plural, one {# block} other {# blocks}}" }),
  finality: msg`Finality`,
  paused: msg`Paused`,
  pausedHint: msg({
    message:
      "Deposits on {network} are not being processed at the moment. What is sent now is credited when they resume.",
  }),
  noNetwork: msg({ message: "{asset} cannot be deposited here at the moment." }),
  address: msg`Address`,
  addressHint: msg`Yours alone. It does not change.`,
  qr: msg`The address as a QR code`,
  copy: msg`Copy address`,
  copied: msg`Copied`,
  compare: msg`After pasting, compare both coloured ends. Programs that swap addresses hope you look at one end only.`,
  memo: msg`Memo`,
  memoCopy: msg`Copy memo`,
  memoHint: msg`The address is shared, the memo is you: enter both.`,
  memoWarning: msg`Without the memo we cannot know that the coins are yours. Finding them then takes support, a proof from you, and days.`,
  warning: msg({ message: "Send only {asset} on {network}. Other coins or networks sent here cannot be returned." }),
  smaller: msg`Smaller amounts`,
  smallerText: msg`Are not credited`,
  contract: msg`Token contract`,
  memoLine: msg`Memo`,
  memoNone: msg`Not needed`,
  faucet: msg({ message: "Get {amount} {asset} of the local chain" }),
  faucetFailed: msg`The faucet of the local chain did not answer.`,
  failed: msg`The networks could not be loaded.`,
  addressFailed: msg`The address could not be loaded.`,
  onItsWayFailed: msg`This part could not be loaded.`,
  historyFailed: msg`The history could not be loaded.`,
  onItsWay: msg`On its way`,
  live: msg`Live`,
  nothing: msg`Nothing on its way`,
  nothingHint: msg`A deposit shows here as soon as a block contains it.`,
  whenMine: msg`When is it mine?`,
  seenText: msg`Seen: a block contains it. You can watch it here.`,
  shownText: msg({ message: "After {count}: unlikely to be undone. Not counted yet." }),
  finalText: msg({ message: "After {count}: final. Credited, and yours to trade or withdraw." }),
  finalTag: msg`Final: the chain itself cannot take it back. Credited, and yours to trade or withdraw.`,
  confirmations: msg({ message: "{count} of {needed} confirmations" }),
  finalAt: msg({ message: "Final at {count}" }),
  finalAtTag: msg`Credited when the chain calls it final`,
  history: msg`History`,
  time: msg`Time`,
  amount: msg`Amount`,
  transaction: msg`Transaction`,
  status: msg`Status`,
  empty: msg`No deposits yet`,
  emptyHint: msg`Each deposit stays here with its confirmations and its transaction.`,
};

/** The name of each state of a deposit, as its tag. It is never called confirmed before it is final. */
export const stateNames = {
  SEEN: msg`Seen`,
  SHOWN: msg`Confirming`,
  FINAL: msg`Being credited`,
  CREDITED: msg`Credited`,
  REVERSED: msg`Reversed`,
  IGNORED: msg`Not credited`,
};

/** Why a deposit is not credited by itself. */
export const reasons = {
  TOO_SMALL: msg`It is below the smallest deposit of its network.`,
  TOO_LARGE: msg`It is larger than what is booked without a look. An operator decides.`,
  ARRIVED_LESS: msg`The token took a part of it on the way. Please contact support.`,
  CAME_AGAIN: msg`Its chain took it back after it was credited, and it came again. An operator decides.`,
  FROM_US: msg`It came from an address of ours and is not booked without a look. An operator decides.`,
  MINED: msg`It was paid by mining a block and is not booked without a look. An operator decides.`,
  ASSET_CLOSED: msg`The exchange does not take this coin at the moment. Please contact support.`,
};

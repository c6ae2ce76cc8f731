import { msg } from "@lingui/core/macro";

export const m = {
  title: msg({ message: "Share", context: "a position" }),
  close: msg`Close`,
  picture: msg({ message: "Picture of {contract}, {side}" }),
  roe: msg`ROE`,
  prices: msg`Entry and Mark`,
  pricesByLast: msg`Entry and Last`,
  pnl: msg({ message: "PNL in {asset}" }),
  nickname: msg`Nickname`,
  leverage: msg`Leverage`,
  roeLabel: msg`ROE, unrealised`,
  pnlLabel: msg`PNL, unrealised`,
  entry: msg({ message: "Entry", context: "price" }),
  mark: msg({ message: "Mark", context: "price" }),
  last: msg({ message: "Last", context: "price" }),
  hint: msg`Size and balance are never on the card. The picture is made on your device.`,
  copy: msg`Copy`,
  copied: msg`Picture copied`,
  notCopied: msg`The browser cannot copy pictures. Save it instead.`,
  save: msg`Save image`,
};

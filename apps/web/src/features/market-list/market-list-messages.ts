import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Markets`,
  search: msg`Search markets`,
  tabs: msg`Kind of market`,
  favourites: msg`Favourites`,
  SPOT: msg`Spot`,
  MARGIN: msg`Margin`,
  LINEAR: msg`Derivatives`,
  INVERSE: msg`Crypto Contract`,
  market: msg({ message: "Market", context: "column" }),
  last: msg({ message: "Last", comment: "Heading of a column: the last price" }),
  change: msg({ message: "24 h", comment: "Heading of a column: change within 24 hours" }),
  volume: msg`Volume`,
  mark: msg({ message: "Add {pair} to favourites" }),
  unmark: msg({ message: "Remove {pair} from favourites" }),
  noFavourites: msg`No favourites yet. Press the star beside a market.`,
  nothing: msg({ message: "No market matches “{text}”." }),
};

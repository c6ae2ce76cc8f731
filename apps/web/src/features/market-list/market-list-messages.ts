import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Markets`,
  search: msg`Search markets`,
  SPOT: msg`Spot`,
  LINEAR: msg`Derivatives`,
  INVERSE: msg`Crypto Contract`,
  nothing: msg({ message: "No market matches “{text}”." }),
};

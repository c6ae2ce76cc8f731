import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Markets`,
  search: msg`Search markets`,
  spot: msg`Spot`,
  nothing: msg({ message: "No market matches “{text}”." }),
};

import { msg } from "@lingui/core/macro";

export const m = {
  positions: msg`Positions`,
};

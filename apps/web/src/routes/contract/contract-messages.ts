import { msg } from "@lingui/core/macro";

export const m = {
  positions: msg`Positions`,
  positionHistory: msg`Position History`,
  funding: msg`Funding`,
};

import { msg } from "@lingui/core/macro";

export const m = {
  network: msg`Sorry, a network error occurred. Please try again later.`,
};

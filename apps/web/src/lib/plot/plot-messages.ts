import { msg } from "@lingui/core/macro";

export const m = {
  highest: msg({ message: "Highest {amount}" }),
};

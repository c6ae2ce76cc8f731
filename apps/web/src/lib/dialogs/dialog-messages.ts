import { msg } from "@lingui/core/macro";

export const m = {
  close: msg`Close`,
  cancel: msg({ message: "Cancel", context: "leave a dialog" }),
};

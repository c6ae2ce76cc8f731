import { msg } from "@lingui/core/macro";

export const m = {
  calculator: msg`Calculator`,
  hotkeys: msg`Hotkeys`,
  settings: msg`Trading settings`,
};

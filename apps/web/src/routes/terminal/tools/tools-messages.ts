import { msg } from "@lingui/core/macro";

export const m = {
  swap: msg`Swap ticket and order book`,
  calculator: msg`Calculator`,
  hotkeys: msg`Hotkeys`,
  settings: msg`Trading settings`,
};

import { msg } from "@lingui/core/macro";

export const m = {
  noPasskeysHere: msg`This address of the exchange has no passkeys. Use another way to confirm, or open the official address.`,
};

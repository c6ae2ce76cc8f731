import { networkIds } from "../../../../../../contracts/src/wallet/networks.ts";
import { createLog } from "../../../../../../kit/node/src/log.ts";

export const borrowed = [networkIds, createLog];

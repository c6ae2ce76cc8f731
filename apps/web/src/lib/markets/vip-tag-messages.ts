import { msg } from "@lingui/core/macro";

export const m = { vip: msg({ message: "VIP {level}" }) };

import { type Exchange, type ExchangeWish, throwAwayExchange } from "../../../tools/dev/exchange.ts";

/** An exchange of a spec's own, with the built page, where reading is not limited. */
export const ownExchange = (changes: Partial<ExchangeWish> = {}): Promise<Exchange> =>
  throwAwayExchange({
    nodes: 1,
    webDirectory: process.env.E2E_WEB!,
    gatewayEnv: { RATE_READ_PER_SECOND: "1000" },
    platformEnv: { RATE_READ_PER_SECOND: "1000" },
    ...changes,
  });

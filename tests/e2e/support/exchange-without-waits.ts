import { type Exchange, type ExchangeWish, throwAwayExchange } from "../../../tools/dev/exchange.ts";

/** An exchange of its own, where a withdrawal waits a day neither for a new address nor for a factor that was just bound. */
export const exchangeWithoutWaits = ({ platformEnv, ...changes }: Partial<ExchangeWish>): Promise<Exchange> =>
  throwAwayExchange({
    webDirectory: process.env.E2E_WEB!,
    mailboxPort: 0,
    gatewayEnv: { RATE_READ_PER_SECOND: "1000" },
    platformEnv: {
      CODE_RESEND_MS: "5000",
      RATE_READ_PER_SECOND: "1000",
      WITHDRAWAL_ADDRESS_WAIT_MS: "0",
      WITHDRAWAL_LOCK_MS: "0",
      ...platformEnv,
    },
    ...changes,
  });

import { intentSigner } from "../../../services/platform/src/index.ts";
import { type Exchange, type ExchangeWish, throwAwayExchange } from "../../../tools/dev/exchange.ts";

/** Keys of approvers; mallory is none. */
export const seeds = { olivia: "1".repeat(64), oscar: "2".repeat(64), mallory: "3".repeat(64) };
const approverLine = (name: "olivia" | "oscar"): string => `${name}=${intentSigner(name, seeds[name]).publicKey}`;

/** An exchange whose withdrawals from 5,000 USDT on wait for two approvers. */
export const reviewedExchange = (wish: Pick<ExchangeWish, "pictureStorePort"> = {}): Promise<Exchange> =>
  throwAwayExchange({
    ...wish,
    nodes: 1,
    gatewayEnv: { RATE_SIGN_IN_PER_SECOND: "10000", SIGN_INS_PER_MINUTE: "1000000", RATE_READ_PER_SECOND: "10000" },
    platformEnv: {
      RATE_SIGN_IN_PER_SECOND: "10000",
      RATE_READ_PER_SECOND: "10000",
      // The waits of a day have tests of their own; the lock is given by hand.
      WITHDRAWAL_ADDRESS_WAIT_MS: "0",
      WITHDRAWAL_LOCK_MS: "0",
      WITHDRAWAL_REVIEW_FROM_USDT: "5000",
      WITHDRAWAL_REVIEW_EVERY_MS: "200",
      WITHDRAWAL_APPROVERS: `${approverLine("olivia")},${approverLine("oscar")}`,
    },
  });

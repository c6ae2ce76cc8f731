import { fileURLToPath } from "node:url";
import { publicKeysOf } from "../processes/node-names.ts";
import { oracleVenues, priceMain, ratesUrl } from "../../../tests/peers/price.ts";

const oracleMain = fileURLToPath(new URL("../../../services/oracle/src/main.ts", import.meta.url));
const compileCache = fileURLToPath(new URL("../../../.cache/compile", import.meta.url));

type SimulatedPricesWish = {
  readonly natsUrl: string;
  readonly core: string;
  readonly priceEnv?: Readonly<Record<string, string>>;
};

/** The oracle of a core that reads the simulated exchanges at `url`. */
export const oracleProcess = ({ natsUrl, core }: SimulatedPricesWish, url: string, healthPort: number) => ({
  name: "oracle",
  main: oracleMain,
  env: {
    NODE_COMPILE_CACHE: compileCache,
    NATS_URL: natsUrl,
    CORE_NAME: core,
    CORE_PUBLIC_KEYS: publicKeysOf(core),
    ORACLE_PORT: String(healthPort),
    ORACLE_VENUES: oracleVenues(url),
  },
});

/** The simulated exchanges and the oracle that reads them: two processes, on two ports. */
export function simulatedPrices(wish: SimulatedPricesWish, port: number, healthPort: number) {
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    oracleUrl: `http://127.0.0.1:${healthPort}`,
    processes: [
      { name: "prices", main: priceMain, env: { ...wish.priceEnv, PRICE_PORT: String(port) } },
      oracleProcess(wish, url, healthPort),
    ],
    platformEnv: { RATES_URL: ratesUrl(url), RATES_EVERY_MS: "2000" },
  };
}

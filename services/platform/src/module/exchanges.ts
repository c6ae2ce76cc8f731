import type { ExchangeName } from "@tidemark/contracts";
import type { Config } from "./config.ts";

/** The exchange of a core. Without a simulated exchange its name is empty, which is no core's. */
export const exchangesOf =
  ({ SIMULATED_CORE_NAME: simulated }: Pick<Config, "SIMULATED_CORE_NAME">) =>
  (core: string): ExchangeName =>
    core === simulated ? "SIMULATED" : "REAL";

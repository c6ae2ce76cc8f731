// The wallet's parts for Bitcoin in a process of their own, as `killed-wallet.ts` has them for an EVM chain: it ends itself by SIGKILL at the step
// that a file names.
import { systemTime } from "@tidemark/kit-node";
import { openConsolidation } from "../src/payments/own-moves/utxo-consolidation.ts";
import { bitcoinScannerOn } from "./bitcoin-fixture.ts";
import { bitcoinIntakeOn, bitcoinPayerOn } from "./bitcoin-payments-fixture.ts";
import { runKilledWallet } from "./killed-rounds.ts";

await runKilledWallet(async ({ setting, db, log, ask, passed }) => {
  const scanner = await bitcoinScannerOn(db, setting.url, log);
  const intake = bitcoinIntakeOn(db, log, ask);
  const { chain, payer } = await bitcoinPayerOn(
    { db, url: setting.url, socketPath: setting.socketPath, log },
    { stuckMs: setting.stuckMs, passed },
  );
  const consolidation = openConsolidation({ db, chain, time: systemTime, log });
  return async () => {
    await scanner.run();
    await intake.run();
    await payer.run((round) => consolidation.run(round));
  };
});

// The wallet's parts in a process of their own: it reads the chain, takes over approved withdrawals, pays and sweeps, round after round, and
// ends itself by SIGKILL at the step that a file names: a step of a payment, or a statement to the database.
import { systemTime } from "@tidemark/kit-node";
import { openSweeps } from "../src/payments/own-moves/sweeps.ts";
import { scannerOn } from "./fixture.ts";
import { runKilledWallet } from "./killed-rounds.ts";
import { intakeOn, payerOn } from "./payments-fixture.ts";

await runKilledWallet(async ({ setting, db, log, ask, passed }) => {
  const scanner = await scannerOn(db, setting.url, log);
  const intake = intakeOn(db, log, ask);
  const { chain, payer } = await payerOn(
    { db, url: setting.url, socketPath: setting.socketPath, log },
    { stuckMs: setting.stuckMs, passed },
  );
  const sweeps = openSweeps({ db, chain, time: systemTime, log });
  return async () => {
    await scanner.run();
    await intake.run();
    await payer.run((round) => sweeps.run(round));
  };
});

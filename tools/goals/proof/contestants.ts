import { randomBytes } from "node:crypto";
import { buildingTrees, EngineMachine } from "@tidemark/core";
import { createState, type State } from "@tidemark/engine";
import { asset, opening, play, producer, Story } from "@tidemark/engine/sim";
import { systemClock } from "@tidemark/kit-node";

const batchSize = 1_000;

/** A state in which so many accounts have USDT. */
function stateWith(accounts: number): State {
  const state = createState();
  let at = 1_700_000_000_000;
  const operator = producer(1);
  const wallet = producer(2);
  play(state, { at, commands: opening(operator) });
  for (let uid = 1; uid <= accounts; uid += batchSize) {
    const commands = Array.from({ length: Math.min(batchSize, accounts - uid + 1) }, (_, i) =>
      wallet({
        type: "credit_deposit",
        uid: uid + i,
        asset: asset.usdt,
        amount: BigInt(1_000_000 + (((uid + i) * 7_919) % 90_000_000)),
        reference: `tx${uid + i}`,
      }),
    );
    play(state, { at: (at += 1_000), commands });
  }
  return state;
}

const warmUpAccounts = 20_000;

/** From the ledger to the roots, as the publisher does it every hour: it has built a tree before. */
function warmTree(accounts: number): { seconds: number; leaves: number } {
  tree(warmUpAccounts);
  return tree(accounts);
}

function tree(accounts: number): { seconds: number; leaves: number } {
  const machine = new EngineMachine(stateWith(accounts));
  const startedAt = systemClock.steady();
  const building = buildingTrees(machine, randomBytes(32));
  let step = building.next();
  while (step.done !== true) step = building.next();
  const seconds = (systemClock.steady() - startedAt) / 1_000;
  const leaves = step.value.find(({ code }) => code === "USDT")?.leaves ?? 0;
  if (leaves !== accounts) throw new Error(`${leaves} leaves of ${accounts} accounts`);
  return { seconds, leaves };
}

/** Applies one batch after the other, as a follower on a busy exchange does, until it is ended. */
async function follow(): Promise<void> {
  const state = createState();
  const story = new Story(58);
  process.stdout.write("following\n");
  for (;;) {
    for (let i = 0; i < 50; i += 1) play(state, story.next(state));
    await systemClock.sleep(1);
  }
}

const [what, count] = process.argv.slice(2);
if (what === "follower") await follow();
else process.stdout.write(`${JSON.stringify(warmTree(Number(count)))}\n`);

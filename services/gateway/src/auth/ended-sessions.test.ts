import { randomBytes } from "node:crypto";
import { calls, refusals } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { until } from "../testing/gateway.ts";
import { openWorldInMemory } from "../testing/standalone.ts";

const path = "/api/trade-api/order/place";

test("H5: a gateway that starts without the platform relies on no session until all ended ones have arrived", async () => {
  const world = await openWorldInMemory({ SESSION_ENDS_EVERY_MS: "60000" }, { hasPlatform: false });
  const health = async () =>
    (await (await fetch(`${world.url}/health`)).json()) as { sessions: boolean; ready: boolean };
  const [alice, bob] = [world.holder(1001), world.holder(1002)];
  expect((await alice.post(path, "{}")).code).toBe(refusals.BUSY.code);
  expect((await fetch(`${world.url}/ws`, { headers: { cookie: alice.cookie } })).status).toBe(503);
  expect(await health()).toMatchObject({ sessions: false, ready: false });
  // What needs no session is answered meanwhile.
  expect((await fetch(world.url + calls.currentDatetime.path.slice(4))).status).toBe(200);

  // A backlog of many answers is asked for without a pause between them.
  world.platform.endedPerAnswer = 10;
  const others = Array.from({ length: 500 }, () => randomBytes(16).toString("base64url"));
  world.platform.endedIds = [...others, alice.id];
  world.platform.open();
  await until(async () => (await health()).sessions);
  expect((await alice.post(path, "{}")).code).toBe(10001);
  expect((await bob.post(path, "{}")).code).toBe(refusals.REQUEST_INVALID.code);
  await world.close();
});

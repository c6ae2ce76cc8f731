import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandClasses } from "@tidemark/contracts/journal";
import { busPublicKeyOf, busRightsOf, type BusService, busServices, developmentBusSeed } from "@tidemark/kit-node";
import { nkeys } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { root } from "../dev/processes/root.ts";
import { developmentConfig, serverConfig, usersIn } from "./server-config.ts";

const newKey = (): string => nkeys.createUser().getPublicKey();

test("H4: deploy/nats/development.conf is what pnpm bus development writes", () => {
  expect(readFileSync(join(root, "deploy/nats/development.conf"), "utf8")).toBe(developmentConfig());
});

/** The services that may publish or subscribe at a subject of core main. */
const who = (what: "publish" | "subscribe", subject: string): BusService[] =>
  busServices.filter((service) =>
    busRightsOf(service, { core: "main", simulated: "simul" })[what].some((one) => one.split(" ")[0] === subject),
  );

test("H4: only the core announces and answers, only it hears commands, and questions are answered by their owners alone", () => {
  expect(who("publish", "tm.main.ann")).toEqual(["core"]);
  expect(who("publish", "tm.main.ans.*.*")).toEqual(["core"]);
  expect(who("publish", "tm.main.mismatches")).toEqual(["core"]);
  expect(who("publish", "tm.main.alive")).toEqual(["core", "projector", "funds-proof"]);
  expect(who("publish", "tm.main.topics.history")).toEqual(["projector"]);
  expect(who("publish", "tm.main.invalidated.platform")).toEqual(["platform"]);
  expect(who("subscribe", "tm.main.cmd.*.*")).toEqual(["core"]);
  expect(who("subscribe", "tm.main.now")).toEqual(["core"]);
  expect(who("subscribe", "tm.main.history")).toEqual(["projector"]);
  expect(who("subscribe", "tm.main.fundsproof")).toEqual(["funds-proof"]);
  expect(who("subscribe", "tm.main.rpc.platform")).toEqual(["platform"]);
  expect(who("subscribe", "tm.main.rpc.wallet")).toEqual(["wallet"]);
});

test("H4: every class of commands has one service in production; only the wallet sends its own at the real core, and each reads its own answers", () => {
  const senders = {
    user: "gateway",
    wallet: "wallet",
    oracle: "oracle",
    platform: "platform",
    operator: "platform",
    core: "upgrade",
  };
  for (const by of commandClasses) {
    const expected = [senders[by], "development"];
    expect([by, who("publish", `tm.main.cmd.*.${by}`)]).toEqual([by, expected]);
    expect([by, who("subscribe", `tm.main.ans.${by}.*`)]).toEqual([by, expected]);
  }
  for (const by of ["platform", "wallet", "operator"])
    expect(who("publish", `tm.simul.cmd.*.${by}`)).toEqual(["platform"]);
  for (const service of ["gateway", "platform", "oracle", "wallet"] as const)
    expect(who("subscribe", `tm.main.inbox.${service}.>`)).toEqual([service]);
});

test("H4: no right reaches another core, and none is wider than one kind of subject", () => {
  for (const service of busServices) {
    const { publish, subscribe } = busRightsOf(service, { core: "main" });
    for (const subject of [...publish, ...subscribe]) expect(subject).toMatch(/^tm\.main\.[a-z]+/);
  }
});

test("H4: a list of users becomes a configuration with TLS; a key of two services, of development or for nobody stops it", () => {
  const [gateway, platform, next] = [newKey(), newKey(), newKey()];
  const users = usersIn(
    `gateway main ${gateway} # this year's\ngateway main ${next}\n\nplatform main,simul ${platform}\n`,
  );
  expect(users.map(({ key }) => key)).toEqual([gateway, next, platform]);
  const text = serverConfig(users, "a test", { cert: "/c.pem", key: "/k.pem" });
  expect(text).toContain('cert_file: "/c.pem"');
  expect(text).toContain('"tm.simul.cmd.*.wallet"');
  const problems: [string, string][] = [
    [`gateway main ${gateway}\noracle main ${gateway}`, "line 2: oracle of main has the key of gateway of main"],
    [`oracle main ${busPublicKeyOf(developmentBusSeed("oracle"))}`, "development key"],
    [`development main ${gateway}`, "development is none of"],
    [`vault main ${gateway}`, "vault is none of"],
    [`gateway * ${gateway}`, "is no name of a core"],
    [`gateway main,simul ${gateway}`, "only the platform"],
    ["gateway main SUABC", "it is not service core key"],
  ];
  for (const [list, problem] of problems) expect(() => usersIn(list)).toThrow(problem);
});

import { expect, test } from "vitest";
import { policyDocument, tokenContract } from "../testing/fixture.ts";
import { readPolicy } from "./policy.ts";

type Document = typeof policyDocument;
type Network = Document["networks"]["ETHEREUM"];
const changed = (change: (document: Document) => void): string => {
  const document = structuredClone(policyDocument);
  change(document);
  return JSON.stringify(document);
};
const network = (part: object): string =>
  changed((document) => void (document.networks.ETHEREUM = { ...document.networks.ETHEREUM, ...part } as Network));

test("amounts of a policy are coins, whatever the decimals of the token", () => {
  const policy = readPolicy(JSON.stringify(policyDocument));
  expect(policy.assets.get("USDT")!.caps.hour).toBe(30n * 10n ** 24n);
  expect(policy.networks.get("ETHEREUM")!.gasFundingMax).toBe(10n ** 22n);
});

test("a policy with a hole is not read: a missing or misspelt cap, a wrong checksum, one key with two names, one contract twice", () => {
  const wrong: [string, string][] = [
    [network({ feeCap: "1" }), "ETHEREUM.feeCap has no meaning"],
    [network({ feeCaps: { transaction: "1", hour: "1" } }), "feeCaps.day is missing"],
    [network({ feeCaps: { transaction: "2", hour: "1", day: "3" } }), "must not fall"],
    [network({ coldAddress: policyDocument.networks.ETHEREUM.coldAddress.toLowerCase() }), "checksum"],
    [network({ coin: "BNB" }), "no coin BNB"],
    [network({ chainId: 1 }), "chainId must match"],
    [network({ gasFundingMax: "1e3" }), "gasFundingMax must match"],
    [
      network({
        assets: { ...policyDocument.networks.ETHEREUM.assets, FAKE: { contract: tokenContract, decimals: 6 } },
      }),
      "one contract twice",
    ],
    [network({ assets: { ETH: { contract: null, decimals: 25 } } }), "decimals must be"],
    [changed((document) => void Reflect.deleteProperty(document.assets, "USDT")), "USDT of ETHEREUM has no caps"],
    [changed((document) => void (document.assets.ETH.operators[0]!.count = 3)), "asks for 3 operators of 2"],
    [changed(({ approvers }) => void (approvers.ben.publicKey = approvers.anna.publicKey)), "two names"],
    [changed(({ approvers, requesters }) => void (requesters[0] = approvers.platform.publicKey)), "two names"],
    [changed(({ approvers }) => void (approvers.ben.role = "admin")), "role must match"],
    [changed((document) => void Object.assign(document.networks, { B: document.networks.ETHEREUM })), "one chain id"],
    ["{}", "networks is missing"],
  ];
  for (const [text, problem] of wrong) expect(() => readPolicy(text)).toThrow(problem);
});

import { success } from "@tidemark/contracts";
import type { CommandDraft } from "@tidemark/contracts/codec";
import { type CommandClass, producers } from "@tidemark/contracts/journal";
import { systemClock } from "@tidemark/kit-node";
import { auditOperator, openWithdrawalRegister } from "../../services/platform/src/index.ts";
import type { Exchange } from "../../tools/dev/exchange.ts";
import { assetId, units } from "../../tools/dev/seed/listing.ts";
import { people, seededUids } from "../../tools/dev/seed/people.ts";
import { signIn, type Trader } from "../../tools/dev/trader.ts";
import { pushServiceAt, type PushSubscriptionPeer } from "../peers/push-service.ts";
import type { Cause } from "./cause-of-messages.ts";
import { liquidations } from "./liquidation-causes.ts";
import { good } from "./outcome.ts";

/** One command after the other, so that a kill falls between two of them. */
const stepMs = 40;
const depositsPerKill = 8;
const [symbol, usualPrice, triggerPrice] = ["LTC/USDT", "96.42", "97.00"];
/** Deposits of the seed are larger. */
export const amountsBelow = 1_000;

type Unnumbered = CommandDraft extends infer D
  ? D extends { producer: number }
    ? Omit<D, "producer" | "number">
    : never
  : never;

/** By a tool of its class, whose commands nobody else numbers meanwhile. */
async function give({ link }: Exchange, by: CommandClass, producer: number, draft: Unnumbered): Promise<number> {
  const number = await link.nextNumber(by, producer);
  const [result] = await link.send(by, [{ ...draft, producer, number } as CommandDraft]);
  if (result!.code !== success) throw new Error(`${draft.type} was refused: ${result!.code}`);
  return result!.ref;
}

/** Deposits, and withdrawals that were sent or came back. Each amount is another, so that no two messages are alike. */
function money(exchange: Exchange) {
  const ofAlice = { uid: seededUids.alice, asset: assetId("USDT") };
  const keyOf = (_kind: string, { amount = "" }: Readonly<Record<string, string>>): string => amount;
  const deposits: Cause = { name: "deposits", uid: ofAlice.uid, kinds: ["deposit-credited"], keyOf, expected: [] };
  const kinds = ["withdrawal-sent", "withdrawal-returned"];
  const withdrawals: Cause = {
    name: "withdrawals",
    uid: ofAlice.uid,
    kinds,
    expected: [],
    keyOf: (kind, facts) => `${kind} ${facts.amount ?? ""}`,
  };
  async function deposit(): Promise<void> {
    const amount = String(deposits.expected.length + 1);
    const draft = { type: "credit_deposit", ...ofAlice, amount: units(amount), reference: `kill-${amount}` } as const;
    await give(exchange, "wallet", producers.walletTools, draft);
    deposits.expected.push(amount);
  }
  async function withdraw(): Promise<void> {
    const count = withdrawals.expected.length + 1;
    const isSent = count % 2 === 0;
    const amount = `${count}.5`;
    const wish = { type: "request_withdrawal", ...ofAlice, amount: units(amount) } as const;
    const withdrawal = await give(exchange, "platform", producers.platformTools, wish);
    const end = { type: "end_withdrawal", withdrawal, fee: 0n, isSent } as const;
    await give(exchange, "wallet", producers.walletTools, end);
    withdrawals.expected.push(`${isSent ? "withdrawal-sent" : "withdrawal-returned"} ${amount}`);
  }
  async function run(): Promise<void> {
    for (let step = 0; step < depositsPerKill; step += 1) {
      await deposit();
      if (step % 4 === 2) await withdraw();
      await systemClock.sleep(stepMs);
    }
  }
  return { causes: [deposits, withdrawals], run, deposit };
}

/** Trigger orders that fire by a trade of two others and fill, in a market where nobody else trades. */
function triggers({ alice, bob, carol }: Traders) {
  const fired: Cause = {
    name: "triggers",
    uid: seededUids.bob,
    kinds: ["trigger-filled"],
    expected: [],
    keyOf: (_kind, { qty = "" }) => qty,
  };
  const limit = (side: "BUY" | "SELL", price: string, qty: string) =>
    ({ symbol, side, type: "LIMIT", price, qty }) as const;
  async function trade(price: string, sold: string): Promise<void> {
    good(await alice.client.call("placeOrder", limit("SELL", price, sold)));
    good(await carol.client.call("placeOrder", limit("BUY", price, "0.1")));
  }
  async function run(): Promise<void> {
    await trade(usualPrice, "0.1");
    // What alice sells beyond carol's part is there for the order that the trigger places.
    const thousandths = 100 + fired.expected.length + 1;
    const qty = (thousandths / 1_000).toFixed(3);
    const wish = { symbol, side: "BUY", type: "MARKET_TRIGGER", triggerPrice, qty } as const;
    good(await bob.client.call("placeOrder", wish));
    await trade(triggerPrice, String((thousandths + 100) / 1_000));
    fired.expected.push(qty);
  }
  return { causes: [fired], run };
}

/** A review that ends well: an operator orders the level at the command line, the platform brings it to the core. */
function reviews({ databaseUrl }: Exchange) {
  const levels: Cause = {
    name: "reviews",
    uid: seededUids.carol,
    kinds: ["identity-verified"],
    expected: [],
    keyOf: (_kind, { level = "" }) => level,
  };
  const register = openWithdrawalRegister(databaseUrl, auditOperator);
  async function run(): Promise<void> {
    // The people begin with level 2.
    const level = levels.expected.length % 2 === 0 ? 1 : 2;
    await register.setLevels([levels.uid], level, { reason: "messages under kills", origin: "a test" });
    levels.expected.push(String(level));
  }
  return { causes: [levels], run, close: () => register.close() };
}

/** Sign-ins from devices that the account has not had. One that the kill has interrupted is repeated by the same device. */
function devices({ url }: Exchange) {
  // By turns: a try that nobody could take back counts as a wrong password, and ten of them in an hour ask for a code.
  const causes = people.map((name): Cause => {
    const facts = { kinds: ["new-device"], keyOf: () => "device", expected: [] };
    return { name: `new devices of ${name}`, uid: seededUids[name], ...facts };
  });
  let count = 0;
  async function run(): Promise<void> {
    const place = count % people.length;
    count += 1;
    await signIn(url, people[place]!, `new-device-${count}`);
    causes[place]!.expected.push("device");
  }
  return { causes, run };
}

type Traders = Readonly<Record<"alice" | "bob" | "carol", Trader>>;

/** Everything that makes messages while the platform is killed, and what the users' browsers got of it. */
export async function openMessageCauses(exchange: Exchange) {
  const { url } = exchange;
  const traders = {
    alice: await signIn(url, "alice", "kill-device"),
    bob: await signIn(url, "bob", "kill-device"),
    carol: await signIn(url, "carol", "kill-device"),
  };
  const browsers: PushSubscriptionPeer[] = [];
  for (const { client } of Object.values(traders)) {
    const { publicKey } = good(await client.call("pushSettings", {}));
    const browser = await pushServiceAt(exchange.pushUrl!).subscribe(publicKey);
    good(await client.call("addPushSubscription", { endpoint: browser.endpoint, ...browser.keys }));
    browsers.push(browser);
  }
  const ofMoney = money(exchange);
  const ofReviews = reviews(exchange);
  const ofLiquidations = await liquidations(exchange, traders);
  const all = [ofMoney, triggers(traders), ofReviews, devices(exchange), ofLiquidations];
  return {
    causes: all.flatMap(({ causes }): readonly Cause[] => causes),
    /** Makes some events of every sort side by side; ends when the exchange has taken all of them. */
    run: async (): Promise<void> => void (await Promise.all(all.map((one) => one.run()))),
    /** One more event, behind all others. */
    last: () => ofMoney.deposit(),
    isAnswering: async (): Promise<boolean> => (await traders.alice.client.call("unreadMessages", {})).ok,
    /** The tags of all pushes that arrived, by user. */
    async pushed(): Promise<ReadonlyMap<number, readonly string[]>> {
      const uids = [seededUids.alice, seededUids.bob, seededUids.carol];
      const lists = await Promise.all(browsers.map((browser) => browser.received()));
      return new Map(lists.map((list, place) => [uids[place]!, list.map(({ tag }) => String(tag))]));
    },
    async close(): Promise<void> {
      ofLiquidations.close();
      await ofReviews.close();
    },
  };
}
export type MessageCauses = Awaited<ReturnType<typeof openMessageCauses>>;

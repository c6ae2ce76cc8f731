import { expect, test, type WebSocketRoute } from "@playwright/test";
import { Screen } from "../support/screen.ts";

// One scenario in five tests: each starts where the one before ended. The index is 104,250.50.
test.describe.configure({ mode: "serial" });

let alice: Screen;
let bob: Screen;

test.beforeAll(async ({ browser }) => {
  alice = await Screen.signIn(browser, "alice");
  bob = await Screen.signIn(browser, "bob");
});
test.afterAll(async () => {
  await alice?.page.context().close();
  await bob?.page.context().close();
});

test("[S1.1 S1.34 S2.6 D.45] an order shows in both books, and its fill reaches both screens and both balances without a reload", async () => {
  await alice.has("BTC", "3.75000000");
  await bob.has("USDT", "75,000.00");

  await alice.place({ side: "sell", price: "104300", size: "0.5" });
  await alice.seesLevel("ask", "104300.00", "0.50000");
  await bob.seesLevel("ask", "104300.00", "0.50000");
  await expect(alice.openOrders).toHaveCount(1);
  await alice.has("BTC", "3.25000000");
  await expect(alice.at("hold-BTC")).toHaveText("0.50000000");

  await bob.place({ side: "buy", price: "104300", size: "0.2" });
  await alice.seesLevel("ask", "104300.00", "0.30000");
  await bob.seesLevel("ask", "104300.00", "0.30000");
  // 0.2 BTC for 20,860 USDT; each side pays a tenth of a percent of what it receives.
  await bob.has("BTC", "3.94980000");
  await bob.has("USDT", "54,140.00");
  await alice.has("USDT", "95,839.14");
  await expect(alice.openOrders).toContainText("0.20000");
  await expect(bob.openOrders).toHaveCount(0);
  for (const screen of [alice, bob]) {
    await expect(screen.at("last-price")).toContainText("104,300");
    await screen.wasNeverReloaded();
  }
});

test("a connection that is cut says so, and comes back with what happened meanwhile", async () => {
  const wires: WebSocketRoute[] = [];
  let isCut = false;
  await bob.page.routeWebSocket(/\/ws$/, (wire) => {
    if (isCut) return void wire.close();
    wires.push(wire);
    wire.connectToServer();
  });
  await bob.page.reload();
  await bob.isLive();

  isCut = true;
  for (const wire of wires) await wire.close();
  await bob.isStale();
  await alice.place({ side: "sell", price: "104310", size: "0.1" });
  await alice.seesLevel("ask", "104310.00", "0.10000");
  await bob.seesNoLevel("ask", "104310.00");

  isCut = false;
  await bob.isLive();
  await bob.seesLevel("ask", "104310.00", "0.10000");
  await bob.seesLevel("ask", "104300.00", "0.30000");
  await bob.has("USDT", "54,140.00");
});

test("a gateway that dies and returns leaves both screens right", async () => {
  process.kill(Number(process.env.E2E_GATEWAY_PID), "SIGKILL");
  await alice.isStale();
  await alice.isLive();
  await bob.isLive();
  await bob.place({ side: "buy", price: "104310", size: "0.35" });
  await alice.seesNoLevel("ask", "104300.00");
  await alice.seesLevel("ask", "104310.00", "0.05000");
  await bob.seesLevel("ask", "104310.00", "0.05000");
  // 0.3 at 104,300 and 0.05 at 104,310.
  await bob.has("USDT", "17,634.50");
  await bob.has("BTC", "4.29945000");
  await alice.wasNeverReloaded();
});

test("[U.21] an order beyond the balance is refused in a sentence with its numbers, and nothing moves", async () => {
  await bob.fill({ side: "buy", price: "104310", size: "5" });
  const sentence = bob.page.getByText("521,550 USDT needed, 17,634.5 USDT available.");
  await expect(sentence).toBeVisible();
  // What is certain to be refused is not sent.
  await bob.at("buy-button").click();
  await expect(sentence).toBeVisible();
  await bob.has("USDT", "17,634.50");
  await expect(bob.openOrders).toHaveCount(0);
});

test("[S1.17 S2.54] an order is amended and cancelled from the table of open orders", async () => {
  await expect(alice.openOrders).toHaveCount(1);
  await alice.at("open-order-price").click();
  await alice.at("open-order-price-input").fill("104400");
  await alice.at("open-order-price-input").press("Enter");
  await bob.seesLevel("ask", "104400.00", "0.05000");
  await bob.seesNoLevel("ask", "104310.00");

  await alice.at("open-order-size").click();
  await alice.at("open-order-size-input").fill("0.08");
  await alice.at("open-order-size-input").press("Enter");
  await bob.seesLevel("ask", "104400.00", "0.03000");

  await alice.at("cancel-order").click();
  await expect(alice.openOrders).toHaveCount(0);
  await bob.seesNoLevel("ask", "104400.00");
  await expect(alice.at("hold-BTC")).toHaveText("0.00000000");
  await alice.has("BTC", "3.20000000");
});

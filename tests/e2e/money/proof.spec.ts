import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Download, expect, type Page, test } from "@playwright/test";
import type { OwnLeaf, PublishedFunds } from "@tidemark/contracts";
import { printUnits } from "@tidemark/money";
import type { Exchange } from "../../../tools/dev/exchange.ts";
import { Screen } from "../support/screen.ts";
import { ownExchange } from "../support/own-exchange.ts";

// An exchange of its own, which publishes every few seconds instead of every hour.
test.describe.configure({ mode: "serial" });

const leafPath = "/proof-of-funds/leaf";
let exchange: Exchange;
let alice: Screen;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(150_000);
  exchange = await ownExchange({ fundsProofSeconds: 10 });
  await expect
    .poll(async () => (await published())?.assets.some(({ asset }) => asset === "USDT"), { timeout: 60_000 })
    .toBe(true);
  alice = await Screen.signIn(browser, "alice", { context: { baseURL: exchange.url } });
});
test.afterAll(async () => {
  await alice?.page.context().close();
  await exchange?.remove();
});

async function published(stateSeq?: number): Promise<PublishedFunds | undefined> {
  const query = stateSeq === undefined ? "" : `?stateSeq=${stateSeq}`;
  const answer = await fetch(`${exchange.url}/market/v2/proof-of-funds${query}`);
  const { data } = (await answer.json()) as { data: Partial<PublishedFunds> };
  return data.assets === undefined ? undefined : (data as PublishedFunds);
}

/** An amount without separators, and without zeros behind its point. */
const plain = (text: string | null): string =>
  (text ?? "")
    .replaceAll(/[^0-9.]/g, "")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
const shownSeq = async (page: Page): Promise<number> =>
  Number(/proof-USDT-(\d+)\.json/.exec(await page.getByTestId("offline-check").innerText())![1]);

/** Presses a button that offers a file. */
async function fileOf(page: Page, testId: string): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByTestId(testId).click()]);
  return file;
}

/** Runs the verifier as it was downloaded over a proof as it was saved. */
async function verified(page: Page): Promise<{ status: number | null; lastLine: string | undefined }> {
  const folder = test.info().outputPath();
  const verifier = await fileOf(page, "verifier-link");
  const proof = await fileOf(page, "proof-save");
  const paths = [verifier, proof].map((file) => join(folder, file.suggestedFilename()));
  await verifier.saveAs(paths[0]!);
  await proof.saveAs(paths[1]!);
  expect(readFileSync(paths[0]!, "utf8")).not.toMatch(/^import /m);
  const { status, stdout } = spawnSync(process.execPath, paths, { encoding: "utf8" });
  return { status, lastLine: stdout.trim().split("\n").at(-1) };
}

test("[D.55] a visitor sees what is owed in every coin with its root, what is not shown, and where to sign in", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: exchange.url });
  const page = await context.newPage();
  await page.goto("/proof");
  await expect(page.getByTestId("proof-coin").first()).toBeVisible();
  const { assets } = (await published(await shownSeq(page)))!;
  await expect(page.getByTestId("proof-coin")).toHaveCount(assets.length);
  const usdt = assets.find(({ asset }) => asset === "USDT")!;
  await expect(page.getByTestId("root-USDT").last()).toHaveAttribute("data-hash", usdt.root);
  expect(plain(await page.getByTestId("part-sum").textContent())).toBe(plain(printUnits(BigInt(usdt.sum), usdt.scale)));
  const fund = usdt.system.find(({ account }) => account === "insurance")!;
  expect(plain(await page.getByTestId("part-insurance").textContent())).toBe(
    plain(printUnits(BigInt(fund.units), usdt.scale)),
  );
  await expect(page.getByTestId("proof")).toContainText("No address of ours has signed the roots of this tree");
  await expect(page.getByTestId("proof")).toContainText("every hour");
  await expect(page.getByTestId("own-leaf")).toHaveCount(0);
  await expect(page.getByTestId("tree-row").first()).toContainText("Leaves kept");
  await page.getByTestId("proof-sign-in").click();
  await expect(page).toHaveURL(/\/auth\/login\?backurl=%2Fproof$/);
  await context.close();
});

test("[D.55] the own leaf is verified in the browser, is the balance by the ledger, and the saved proof passes the downloaded verifier", async () => {
  const { page } = alice;
  await page.goto("/proof");
  const own = alice.at("own-leaf");
  await expect(own).toHaveAttribute("data-verdict", "unchecked");
  await expect(own.getByText("Not checked yet")).toBeVisible();
  const asked = page.waitForResponse((answer) => answer.url().includes("/asset/balances-at"));
  await page.reload();
  const { data } = (await (await asked).json()) as { data: { rows: { bucket: string; amount: string }[] } };
  const rows = data.rows.filter(({ bucket }) => bucket !== "loan" && bucket !== "interest");
  const ledger = rows.reduce((sum, { amount }) => sum + Number(amount), 0);
  expect(ledger).toBeGreaterThan(0);
  await alice.at("proof-verify").click();
  await expect(own).toHaveAttribute("data-verdict", "verified");
  expect(Number(plain(await alice.at("own-leaf-balance").textContent()))).toBe(ledger);
  await expect(alice.at("own-leaf-held")).toHaveText((await alice.at("own-leaf-balance").textContent())!);
  const root = await alice.at("root-USDT").last().getAttribute("data-hash");
  await expect(alice.at("computed-root")).toHaveAttribute("data-hash", root!);
  await page.getByRole("button", { name: /steps?, with every hash/ }).click();
  await expect(alice.at("proof-step").last()).toContainText("Root");
  expect(await verified(page)).toEqual({ status: 0, lastLine: "The balance is in the sum." });
});

test("[D.55] a leaf that was lowered fails where it differs, and the saved file shows it", async () => {
  const { page } = alice;
  const lower = (balance: string): string => String(BigInt(balance) - 1n);
  await page.route(
    (address) => address.pathname.endsWith(leafPath),
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: OwnLeaf };
      await route.fulfill({
        response: answer,
        json: { ...body, data: { ...body.data, balance: lower(body.data.balance) } },
      });
    },
  );
  await page.goto("/proof");
  await alice.at("proof-verify").click();
  await expect(alice.at("own-leaf")).toHaveAttribute("data-verdict", "failed");
  await expect(alice.at("own-leaf")).toContainText("does not lead to the published root");
  await expect(alice.at("own-leaf").getByText("Does not agree")).toHaveCount(3);
  expect(await verified(page)).toEqual({ status: 1, lastLine: "The proof is wrong: root_differs" });
  await page.unrouteAll();
});

test("an account that the tree leaves out is shown so, with what its ledger says", async () => {
  const { page } = alice;
  await page.route(
    (address) => address.pathname.endsWith(leafPath),
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { code: 40400, message: "not found", data: {} } });
    },
  );
  await page.goto("/proof");
  await expect(alice.at("own-leaf")).toHaveAttribute("data-verdict", "left-out");
  await page.unrouteAll();
});

test("an earlier tree is shown from the list, and the newest is one press away", async () => {
  const { page } = alice;
  await page.goto("/proof");
  await expect.poll(async () => alice.at("tree-row").count(), { timeout: 20_000 }).toBeGreaterThan(1);
  const newest = await shownSeq(page);
  await alice.at("tree-show").first().click();
  await expect.poll(async () => shownSeq(page)).toBeLessThan(newest);
  await alice.at("proof-verify").click();
  await expect(alice.at("own-leaf")).toHaveAttribute("data-verdict", "verified");
  await alice.at("newer-tree").getByRole("button").click();
  await expect.poll(async () => shownSeq(page)).toBeGreaterThanOrEqual(newest);
});

test("before the first tree the page says so, and a list that does not come is asked for again", async () => {
  const { page } = alice;
  const isList = (address: URL): boolean => address.pathname === "/market/v2/proof-of-funds/list";
  await page.route(isList, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, list: [] } } });
  });
  await page.goto("/proof");
  await expect(alice.at("proof-none")).toContainText("No tree yet");
  await page.unrouteAll();
  await page.route(isList, (route) => route.abort());
  await page.goto("/proof");
  await expect(alice.at("proof")).toContainText("The proof could not be loaded.", { timeout: 30_000 });
  await page.unrouteAll();
  await expect(alice.at("proof-coin").first()).toBeVisible({ timeout: 15_000 });
});

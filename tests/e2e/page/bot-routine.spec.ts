import { expect, test } from "@playwright/test";
import { botRoutine } from "@tidemark/contracts";
import { clientOf, isMarked } from "../support/page-client.ts";
import { Visit } from "../support/visit.ts";

let visit: Visit;
test.afterEach(() => visit.close());

test.describe("the compiled routine", () => {
  const routineUrl = `**${botRoutine.path}`;
  const fetched = (of: Visit): number[] => {
    const times: number[] = [];
    of.page.on("request", (request) => {
      if (request.url().endsWith(botRoutine.path)) times.push(Date.now());
    });
    return times;
  };
  const keptRoutine = ({ page }: Visit) =>
    page.evaluate(
      () =>
        new Promise<{ key: string; version: string; hash: string; bytes: number } | undefined>((resolve, reject) => {
          const opening = indexedDB.open("tidemark", 1);
          opening.addEventListener("error", () => reject(opening.error!));
          opening.addEventListener("upgradeneeded", () =>
            opening.result.createObjectStore("routines", { keyPath: "key" }),
          );
          opening.addEventListener("success", () => {
            const reading = opening.result.transaction("routines").objectStore("routines").get("bot-mark");
            reading.addEventListener("success", () => {
              const kept = reading.result as
                | { data: ArrayBuffer; key: string; version: string; hash: string }
                | undefined;
              resolve(kept && { key: kept.key, version: kept.version, hash: kept.hash, bytes: kept.data.byteLength });
            });
          });
        }),
    );
  /** How often the page has run a routine, and what its policy blocked. */
  const watchRuns = ({ page }: Visit) =>
    page.addInitScript(() => {
      const seen = { runs: 0, forbidden: [] as string[] };
      Object.assign(globalThis, { seen });
      const { instantiate } = WebAssembly;
      WebAssembly.instantiate = (async (...args: Parameters<typeof instantiate>) => {
        const made = await instantiate(...args);
        seen.runs += 1;
        return made;
      }) as typeof instantiate;
      document.addEventListener("securitypolicyviolation", ({ blockedURI }) => seen.forbidden.push(blockedURI));
    });
  type Seen = { seen: { runs: number; forbidden: string[] } };
  const seen = ({ page }: Visit) => page.evaluate(() => (globalThis as unknown as Seen).seen);

  test("is fetched once, kept with its version and hash, run by the page's policy, and then read from the browser", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    const times = fetched(visit);
    await watchRuns(visit);
    await visit.open("/markets");
    await expect
      .poll(() => keptRoutine(visit))
      .toMatchObject({
        key: "bot-mark",
        version: botRoutine.path,
        hash: botRoutine.hash,
      });
    await expect.poll(() => seen(visit)).toEqual({ runs: 1, forbidden: [] });
    await visit.reload();
    await expect.poll(() => seen(visit)).toEqual({ runs: 1, forbidden: [] });
    expect(times).toHaveLength(1);
  });

  test("[S7.69] that cannot be downloaded is tried three times with a growing pause, then by its address; its twin marks on", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    const times = fetched(visit);
    await visit.page.route(routineUrl, (route) => route.abort("connectionrefused"));
    await visit.open("/markets");
    await expect.poll(() => times.length).toBe(4);
    expect(times[1]! - times[0]!).toBeGreaterThan(190);
    expect(times[2]! - times[1]!).toBeGreaterThan(390);
    const client = await clientOf(visit);
    visit.sent.length = 0;
    await client.evaluate((page) => page.call("currentDatetime", {}));
    expect(visit.sent.filter(isMarked)).toHaveLength(1);
  });

  test("whose bytes were changed on the way is neither run nor kept", async ({ browser }) => {
    visit = await Visit.begin(browser);
    const times = fetched(visit);
    await watchRuns(visit);
    await visit.page.route(routineUrl, async (route) => {
      const answer = await route.fetch();
      const body = await answer.body();
      body[body.length - 1]! ^= 1;
      await route.fulfill({ response: answer, body });
    });
    await visit.open("/markets");
    await expect.poll(() => times.length).toBe(4);
    const client = await clientOf(visit);
    visit.sent.length = 0;
    await client.evaluate((page) => page.call("currentDatetime", {}));
    expect(visit.sent.filter(isMarked)).toHaveLength(1);
    expect(await keptRoutine(visit)).toBeUndefined();
    expect((await seen(visit)).runs).toBe(0);
  });
});

import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { fileOf, webServer } from "./web.ts";

function site(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "web-")));
  const folder = join(root, "dist");
  mkdirSync(join(folder, "assets"), { recursive: true });
  mkdirSync(join(folder, "m"));
  writeFileSync(join(folder, "m", "index.html"), "<p>by hash</p>");
  writeFileSync(join(folder, "index.html"), "<p>first page</p>");
  writeFileSync(join(folder, "assets", "app.js"), "let a;");
  writeFileSync(join(root, "secret.txt"), "secret");
  writeFileSync(join(folder, ".env"), "secret");
  symlinkSync(join(root, "secret.txt"), join(folder, "link.txt"));
  return folder;
}

test("nothing outside the folder is served, by no spelling and by no link", async () => {
  const folder = site();
  const addresses = ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt"];
  for (const address of [...addresses, "/link.txt", "/.env", "/a\0.txt", "/%", "/..\\secret.txt", "/assets"])
    expect(await fileOf(folder, address)).toBeUndefined();
  expect(await fileOf(folder, "/assets/app.js?v=1")).toMatchObject({ size: 6 });
});

test("files come with their type, pages fall back to the first page, missing files do not", async () => {
  const app = Fastify();
  const serve = await webServer(site());
  app.setNotFoundHandler(async (request, reply) => (await serve(request, reply)) ?? reply.code(404).send("none"));
  const script = await app.inject("/assets/app.js");
  expect([script.headers["content-type"], script.headers["cache-control"]]).toEqual([
    "text/javascript; charset=utf-8",
    "public, max-age=31536000, immutable",
  ]);
  const page = await app.inject("/spot/BTC_USDT");
  expect([page.body, page.headers["cache-control"]]).toEqual(["<p>first page</p>", "no-cache"]);
  expect((await app.inject("/assets/gone.js")).statusCode).toBe(404);
  expect((await app.inject({ method: "POST", url: "/spot" })).statusCode).toBe(404);
});

test("the entry /m/ has its own first page, behind a site's prefix too", async () => {
  const app = Fastify();
  const serve = await webServer(site());
  app.setNotFoundHandler(async (request, reply) => (await serve(request, reply)) ?? reply.code(404).send("none"));
  for (const address of ["/m/", "/m", "/kr/m/", "/br/m/?a=1"])
    expect((await app.inject(address)).body).toBe("<p>by hash</p>");
  for (const address of ["/markets", "/kr/markets", "/mm/", "/kr"])
    expect((await app.inject(address)).body).toBe("<p>first page</p>");
});

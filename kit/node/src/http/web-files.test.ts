import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { fileOf, takesEncoding, webServer } from "./web-files.ts";

function site(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "web-")));
  const folder = join(root, "dist");
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "<p>first page</p>");
  writeFileSync(join(folder, "assets", "app.js"), "let a;");
  writeFileSync(join(root, "secret.txt"), "secret");
  writeFileSync(join(folder, ".env"), "secret");
  symlinkSync(join(root, "secret.txt"), join(folder, "link.txt"));
  return folder;
}

async function served(folder: string = site()): Promise<FastifyInstance> {
  const app = Fastify();
  const serve = await webServer(folder);
  app.setNotFoundHandler(async (request, reply) => (await serve(request, reply)) ?? reply.code(404).send("none"));
  return app;
}

test("nothing outside the folder is served, by no spelling and by no link", async () => {
  const folder = site();
  const addresses = ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt"];
  for (const address of [...addresses, "/link.txt", "/.env", "/a\0.txt", "/%", "/..\\secret.txt", "/assets"])
    expect(await fileOf(folder, address)).toBeUndefined();
  expect(await fileOf(folder, "/assets/app.js?v=1")).toMatchObject({ size: 6 });
});

test("files come with their type, pages fall back to the first page, missing files do not", async () => {
  const app = await served();
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

test("a file comes packed the way that the browser takes, as itself to others, and caches are told so", async () => {
  const folder = site();
  const script = "let a = 1;".repeat(50);
  writeFileSync(join(folder, "assets", "app.js"), script);
  writeFileSync(join(folder, "assets", "app.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "assets", "app.js.gz"), gzipSync(script));
  writeFileSync(join(folder, "index.html.gz"), gzipSync("<p>first page</p>"));
  const app = await served(folder);
  const asked = (url: string, accepted: string | undefined, method: "GET" | "HEAD" = "GET") =>
    app.inject({ url, method, headers: accepted === undefined ? {} : { "accept-encoding": accepted } });

  const best = await asked("/assets/app.js", "gzip, deflate, br, zstd");
  expect(best.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "text/javascript; charset=utf-8",
    "content-length": String(brotliCompressSync(script).length),
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  });
  expect(best.rawPayload).toEqual(brotliCompressSync(script));
  expect((await asked("/assets/app.js", "gzip, br;q=0")).rawPayload).toEqual(gzipSync(script));
  for (const accepted of [undefined, "identity", "br;q=0, gzip;q=0"]) {
    const plain = await asked("/assets/app.js", accepted);
    expect([plain.body, plain.headers["content-encoding"], plain.headers.vary]).toEqual([
      script,
      undefined,
      "Accept-Encoding",
    ]);
  }
  // A page takes what its first page has; a head is told the packed length.
  expect((await asked("/spot/BTC_USDT", "br, gzip")).headers).toMatchObject({
    "content-encoding": "gzip",
    "content-type": "text/html; charset=utf-8",
  });
  const head = await asked("/assets/app.js", "gzip", "HEAD");
  expect([head.headers["content-length"], head.body]).toEqual([String(gzipSync(script).length), ""]);
});

test("what is packed has no address of its own, and a link in its place is not followed", async () => {
  const folder = site();
  writeFileSync(join(folder, "assets", "app.js.gz"), gzipSync("let a;"));
  symlinkSync(join(folder, "..", "secret.txt"), join(folder, "assets", "app.js.br"));
  const app = await served(folder);
  expect((await app.inject("/assets/app.js.gz")).statusCode).toBe(404);
  const plain = await app.inject({ url: "/assets/app.js", headers: { "accept-encoding": "br" } });
  expect([plain.body, plain.headers["content-encoding"]]).toEqual(["let a;", undefined]);
});

test("an encoding is taken where it is named or meant by a star, and not with a weight of nothing", () => {
  const takes = (accepted: string | undefined) => takesEncoding(accepted, "br");
  expect(["br", "gzip, BR", "gzip;q=1.0, br; q=0.5", "*", "gzip, *;q=0.1"].map(takes)).not.toContain(false);
  expect([undefined, "", "gzip", "br;q=0", "*;q=0", "br;q=0, *", "brotli"].map(takes)).not.toContain(true);
});

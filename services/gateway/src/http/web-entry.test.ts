import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webServer } from "@tidemark/kit-node/http";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { entryOf } from "./web-entry.ts";

test("the entry /m/ has its own first page, behind a site's prefix too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "web-"));
  mkdirSync(join(folder, "m"));
  writeFileSync(join(folder, "m", "index.html"), "<p>by hash</p>");
  writeFileSync(join(folder, "index.html"), "<p>first page</p>");
  const app = Fastify();
  const serve = await webServer(folder, entryOf);
  app.setNotFoundHandler(async (request, reply) => (await serve(request, reply)) ?? reply.code(404).send("none"));
  for (const address of ["/m/", "/m", "/kr/m/", "/br/m/?a=1"])
    expect((await app.inject(address)).body).toBe("<p>by hash</p>");
  for (const address of ["/markets", "/kr/markets", "/mm/", "/kr"])
    expect((await app.inject(address)).body).toBe("<p>first page</p>");
});

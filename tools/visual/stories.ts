// The built workshop of kit/ui, served on loopback, and the list of its stories.
import { spawn } from "node:child_process";
import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

export type Story = { id: string; title: string; name: string };
export type Stage = { theme: (typeof themes)[number]; locale: (typeof locales)[number] };
export type Workshop = { url: string; stories: readonly Story[]; close: () => Promise<void> };

export const themes = ["dark", "light"] as const;
/** Plain, right to left, dense and long. */
export const locales = ["en", "fa", "ja", "de"] as const;

export const root: string = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, ".cache/stories");
const mediaTypes: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

function build(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("pnpm", ["--filter", "@tidemark/kit-ui", "stories"], { cwd: root, stdio: "pipe" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(output))));
  });
}

/** Builds the workshop, unless it should be taken as it stands, and serves it until `close`. */
export async function openWorkshop({ isBuilt = false }: { isBuilt?: boolean } = {}): Promise<Workshop> {
  if (!isBuilt) await build();
  const index = JSON.parse(await readFile(join(folder, "index.json"), "utf8")) as {
    entries: Record<string, Story & { type: string }>;
  };
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://host").pathname);
    const file = join(folder, path);
    if (path.includes("..") || !existsSync(file)) response.writeHead(404).end();
    else {
      const type = mediaTypes[extname(file)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, "cache-control": "max-age=3600" });
      createReadStream(file).pipe(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stories: Object.values(index.entries).filter(({ type }) => type === "story"),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Shows a story on a page and waits until it stands: drawn, in its fonts and without movement. A page that shows one already only turns over. */
export async function showStory(page: Page, workshop: Workshop, story: Story, { theme, locale }: Stage): Promise<void> {
  // The workshop's own accessibility check rests: here it would judge every story a second time.
  const globals = `theme:${theme};locale:${locale};a11y.manual:!true`;
  if (page.url().startsWith(workshop.url) && page.url().endsWith(globals))
    await page.evaluate((storyId) => {
      const { __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as unknown as {
        __STORYBOOK_ADDONS_CHANNEL__: { emit: (event: string, facts: object) => void };
      };
      channel.emit("setCurrentStory", { storyId, viewMode: "story" });
    }, story.id);
  else await page.goto(`${workshop.url}/iframe.html?id=${story.id}&viewMode=story&globals=${globals}`);
  await page.locator(`[data-stage="${story.id} ${theme} ${locale}"]`).waitFor({ state: "attached" });
  // A story may open its own popup, whose code comes later.
  await page.waitForFunction(
    (layers) => document.querySelector("[data-opens]") === null || document.querySelector(layers) !== null,
    layerRoles,
  );
  await settled(page);
}

/** What lies over a page. */
export const layerRoles = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip]";

/** The fonts of what is shown are there, and two frames were drawn with them. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

import type { AnyRouter } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { socket } from "../lib/client/client.ts";
import "../lib/storage/preferences.ts";
import { afterStart } from "./after-start.ts";
import { App } from "./app.tsx";
import { removeFirstPaint } from "./static-first-paint-end.ts";
import { lifecycle, runSteps } from "./lifecycle.ts";
import { goToDenied } from "./region.ts";
import { steps } from "./steps.ts";

const fontWaitMaxMs = 600;

/** Numbers must not change their width once they are visible: the page waits for its font, but not long. */
const fontLoaded = Promise.race([
  document.fonts.load('500 14px "Inter Variable"', "0").catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, fontWaitMaxMs)),
]);

/** How long background tasks wait for the first render, which may never happen. */
const usableWaitMaxMs = 5_000;

/** Resolves when the first screen is rendered and interactive. The moment is marked for measurements. */
function untilUsable(router: AnyRouter): Promise<void> {
  return new Promise((resolve) => {
    const end = router.subscribe("onRendered", () => {
      removeFirstPaint();
      performance.mark("usable");
      end();
      resolve();
    });
    setTimeout(resolve, usableWaitMaxMs);
  });
}

/** Starts the page and renders its routes, or shows why it does not start. */
export async function startPage(router: AnyRouter): Promise<void> {
  const page = document.documentElement;
  const started = await runSteps(steps, (state) => (page.dataset.lifecycle = String(state)));
  const root = createRoot(document.getElementById("root")!);
  if (started.state === lifecycle.initialised) {
    socket.restart();
    await fontLoaded;
    void untilUsable(router).then(afterStart);
    root.render(<App router={router} />);
  } else if (started.problem === "denied") goToDenied();
  else {
    const { startFailed } = await import("./start-failed.tsx");
    removeFirstPaint();
    root.render(await startFailed(started.problem));
  }
}

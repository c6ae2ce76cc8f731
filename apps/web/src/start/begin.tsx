import type { AnyRouter } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { socket } from "../lib/client.ts";
import "../lib/preferences.ts";
import { afterStart } from "./after.ts";
import { App } from "./app.tsx";
import { endFirstWords } from "./first-words-end.ts";
import { lifecycle, runSteps } from "./lifecycle.ts";
import { goToDenied } from "./region.ts";
import { steps } from "./steps.ts";

const fontWaitMaxMs = 600;

/** Numbers must not change their width after they were read: the page waits for its font, but not for long. */
const fontStands = Promise.race([
  document.fonts.load('500 14px "Inter Variable"', "0").catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, fontWaitMaxMs)),
]);

/** So long what is done besides waits for the first content; something may keep it from ever coming. */
const usableWaitMaxMs = 5_000;

/** Until the first content of the address stands and answers to hands. The moment is marked for whoever measures it. */
function untilUsable(router: AnyRouter): Promise<void> {
  return new Promise((resolve) => {
    const end = router.subscribe("onRendered", () => {
      endFirstWords();
      performance.mark("usable");
      end();
      resolve();
    });
    setTimeout(resolve, usableWaitMaxMs);
  });
}

/** Starts the page and shows its addresses, or says why it does not start. */
export async function begin(router: AnyRouter): Promise<void> {
  const page = document.documentElement;
  const started = await runSteps(steps, (state) => (page.dataset.lifecycle = String(state)));
  const root = createRoot(document.getElementById("root")!);
  if (started.state === lifecycle.initialised) {
    socket.restart();
    await fontStands;
    void untilUsable(router).then(afterStart);
    root.render(<App router={router} />);
  } else if (started.problem === "denied") goToDenied();
  else {
    const { startFailed } = await import("./start-failed.tsx");
    endFirstWords();
    root.render(await startFailed(started.problem));
  }
}

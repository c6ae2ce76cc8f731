import { createRoot } from "react-dom/client";
import "./lib/preferences.ts";
import { afterStart } from "./start/after.ts";
import { App } from "./start/app.tsx";
import { lifecycle, runSteps } from "./start/lifecycle.ts";
import { goToDenied } from "./start/region.ts";
import { steps } from "./start/steps.ts";
import "./style.css";

const fontWaitMaxMs = 600;

/** Numbers must not change their width after they were read: the page waits for its font, but not for long. */
const fontStands = Promise.race([
  document.fonts.load('500 14px "Inter Variable"', "0").catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, fontWaitMaxMs)),
]);

const page = document.documentElement;
const started = await runSteps(steps, (state) => (page.dataset.lifecycle = String(state)));
const root = createRoot(document.getElementById("root")!);
if (started.state === lifecycle.initialised) {
  await fontStands;
  root.render(<App />);
  afterStart();
} else if (started.problem === "denied") goToDenied();
else {
  const { startFailed } = await import("./start/start-failed.tsx");
  root.render(await startFailed(started.problem));
}

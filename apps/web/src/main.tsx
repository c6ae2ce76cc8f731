import { defaultLang } from "@tidemark/contracts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { speak } from "./lib/languages.ts";
import { App } from "./start/app.tsx";
import "./lib/preferences.ts";
import "./style.css";

const fontWaitMaxMs = 600;

/** Numbers must not change their width after they were read: the page waits for its font, but not for long. */
const fontStands = Promise.race([
  document.fonts.load('500 14px "Inter Variable"', "0").catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, fontWaitMaxMs)),
]);

await Promise.all([speak(defaultLang), fontStands]);
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App lang={defaultLang} />
  </StrictMode>,
);

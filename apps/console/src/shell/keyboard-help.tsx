import { Dialog } from "@tidemark/kit-ui";
import { useEffect, useState } from "react";
import { useTexts } from "../lib/texts.ts";
import { m } from "./shell-messages.ts";

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select") !== null;

/** `?` shows the keys, `/` goes to the search field of the page. */
export function KeyboardHelp() {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (isTyping(event)) return;
      if (event.key === "?") setOpen(true);
      if (event.key === "/") {
        event.preventDefault();
        document.querySelector<HTMLInputElement>("main input[type=search]")?.focus();
      }
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const keys = [
    ["J K", t(m.keyMove)],
    ["V", t(m.keyView)],
    ["A", t(m.keyAccept)],
    ["R 1–9", t(m.keyRefuse)],
    ["C H O", t(m.keyMarket)],
    ["/", t(m.keyFind)],
    ["?", t(m.keyHelp)],
  ] as const;
  if (!isOpen) return null;
  return (
    <Dialog title={t(m.keys)} closeLabel={t(m.close)} size="narrow" onClose={() => setOpen(false)} testId="keys">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3 pb-2 text-13">
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-tag bg-hover px-1.5 py-0.5 font-mono text-12">{key}</kbd>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

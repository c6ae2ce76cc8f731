import { toast } from "@tidemark/kit-ui";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useWords } from "../lib/words.ts";
import { m } from "./shell-messages.ts";

/** A part of the shell that is fetched when somebody wants it. */
export type Later<Props> = {
  readonly load: () => Promise<ComponentType<Props>>;
  /** Begins to fetch, because it will probably be wanted. */
  readonly prepare: () => void;
};

export function later<Props>(fetchIt: () => Promise<ComponentType<Props>>): Later<Props> {
  let coming: Promise<ComponentType<Props>> | undefined;
  const load = () => {
    // What failed to come is asked for again the next time.
    coming ??= fetchIt().catch((error: unknown) => {
      coming = undefined;
      throw error;
    });
    return coming;
  };
  return { load, prepare: () => void load().catch(() => undefined) };
}

const idleWaitMaxMs = 5_000;

/** Fetches a part when the page has nothing else to do: a finger does not come near before it touches. */
export function usePreparedWhenIdle(part: { readonly prepare: () => void }): void {
  useEffect(() => {
    // Safari has no idle callback.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(part.prepare, idleWaitMaxMs);
      return () => clearTimeout(timer);
    }
    const wait = requestIdleCallback(part.prepare, { timeout: idleWaitMaxMs });
    return () => cancelIdleCallback(wait);
  }, [part]);
}

export type Opening<Props> = {
  /** What is to be drawn while it is open. */
  readonly Part: ComponentType<Props> | null;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
};

/** Opens a part as soon as it is there. Where it cannot be fetched, the reader is told and nothing opens. */
export function useOpening<Props>(part: Later<Props>): Opening<Props> {
  const t = useWords();
  const [loaded, setLoaded] = useState<ComponentType<Props>>();
  const [isOpen, setIsOpen] = useState(false);
  // Who has closed it before it came is shown nothing.
  const isWanted = useRef(false);
  const open = () => {
    isWanted.current = true;
    part.load().then(
      (component) => {
        if (!isWanted.current) return;
        setLoaded(() => component);
        setIsOpen(true);
      },
      () => toast.error(t(m.network)),
    );
  };
  const close = () => {
    isWanted.current = false;
    setIsOpen(false);
  };
  return { Part: isOpen ? (loaded ?? null) : null, isOpen, open, close };
}

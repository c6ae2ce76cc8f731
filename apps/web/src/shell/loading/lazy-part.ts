import { toast } from "@tidemark/kit-ui";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "../shell-messages.ts";

/** A part of the shell that is loaded on demand. */
export type LazyPart<Props> = {
  readonly load: () => Promise<ComponentType<Props>>;
  /** Starts to load it, because it will probably be needed. */
  readonly prepare: () => void;
};

export function lazyPart<Props>(fetchIt: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let coming: Promise<ComponentType<Props>> | undefined;
  const load = () => {
    // A failed load is repeated at the next call.
    coming ??= fetchIt().catch((error: unknown) => {
      coming = undefined;
      throw error;
    });
    return coming;
  };
  return { load, prepare: () => void load().catch(() => undefined) };
}

const idleWaitMaxMs = 5_000;

/** Loads a part when the page is idle: touch screens have no hover that could start it. */
export function usePreloadWhenIdle(part: { readonly prepare: () => void }): void {
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

export type OpenedPart<Props> = {
  /** The component to render while it is open. */
  readonly Part: ComponentType<Props> | null;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
};

/** Opens a part as soon as it is loaded. If it cannot be loaded, a toast says so and nothing opens. */
export function useLazyPart<Props>(part: LazyPart<Props>): OpenedPart<Props> {
  const t = useTexts();
  const [loaded, setLoaded] = useState<ComponentType<Props>>();
  const [isOpen, setIsOpen] = useState(false);
  // If it was closed while loading, it does not open.
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

export type ToastQueue<ToastList, List> = {
  /** Shows a toast now, or as soon as the list is ready. */
  readonly show: (show: (toasts: ToastList) => void) => void;
  readonly fetch: () => void;
  /** The list is mounted and listens: queued toasts are shown in order. */
  readonly ready: (toasts: ToastList) => void;
  readonly list: () => List | undefined;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Queues toasts until the list is loaded. A failed load is repeated with the next toast. */
export function toastQueue<ToastList, List>(load: () => Promise<List>): ToastQueue<ToastList, List> {
  const listeners = new Set<() => void>();
  let waiting: ((toasts: ToastList) => void)[] = [];
  let toasts: ToastList | undefined;
  let list: List | undefined;
  let coming: Promise<void> | undefined;

  function fetch(): void {
    coming ??= load().then(
      (loaded) => {
        list = loaded;
        for (const listener of listeners) listener();
      },
      () => void (coming = undefined),
    );
  }
  return {
    show(show) {
      if (toasts !== undefined) return show(toasts);
      waiting.push(show);
      return fetch();
    },
    fetch,
    ready(found) {
      toasts = found;
      const queued = waiting;
      waiting = [];
      for (const show of queued) show(found);
    },
    list: () => list,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type ToastQueue<ToastList, List> = {
  /** Shows a toast now, or as soon as the list is ready; if that takes too long, without it. */
  readonly show: (show: (toasts: ToastList) => void) => void;
  readonly fetch: () => void;
  /** The list is mounted and listens: queued toasts are shown in order. */
  readonly ready: (toasts: ToastList) => void;
  readonly list: () => List | undefined;
  readonly subscribe: (listener: () => void) => () => void;
};

/** How long a toast waits for the list. What happened to an order is needed before the user presses again. */
const waitMaxMs = 1_500;

/**
 * Queues toasts until the list is loaded. Without a connection it cannot be loaded, and then a toast may matter most: it is shown by
 * `plain`, which needs no download. A failed load is repeated with the next toast.
 */
export function toastQueue<ToastList, List>(load: () => Promise<List>, plain: ToastList): ToastQueue<ToastList, List> {
  const listeners = new Set<() => void>();
  let waiting: ((toasts: ToastList) => void)[] = [];
  let toasts: ToastList | undefined;
  let list: List | undefined;
  let coming: Promise<void> | undefined;

  function showQueued(by: ToastList): void {
    const queued = waiting;
    waiting = [];
    for (const show of queued) show(by);
  }
  function fetch(): void {
    coming ??= load().then(
      (loaded) => {
        list = loaded;
        for (const listener of listeners) listener();
      },
      () => {
        coming = undefined;
        showQueued(plain);
      },
    );
  }
  return {
    show(show) {
      if (toasts !== undefined) return show(toasts);
      waiting.push(show);
      setTimeout(() => {
        if (waiting.includes(show)) showQueued(plain);
      }, waitMaxMs);
      return fetch();
    },
    fetch,
    ready(found) {
      toasts = found;
      showQueued(found);
    },
    list: () => list,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Whether the browser has a connection; this does not mean that the exchange answers. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

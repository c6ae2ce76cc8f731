import { useSyncExternalStore } from "react";

function subscribe(heard: () => void): () => void {
  addEventListener("online", heard);
  addEventListener("offline", heard);
  return () => {
    removeEventListener("online", heard);
    removeEventListener("offline", heard);
  };
}

/** Whether the browser has a connection at all; that it has one does not say that the exchange answers. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

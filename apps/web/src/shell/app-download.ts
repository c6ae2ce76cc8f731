import { toast } from "@tidemark/kit-ui";
import { appConfig } from "../lib/app-config.ts";
import { client } from "../lib/client.ts";
import { useWords } from "../lib/words.ts";
import { userNow } from "../session/user.ts";
import { m } from "./menus/menus-messages.ts";

/** The oldest version there is: whatever the exchange offers is newer. */
const anyVersion = { versionName: "0.0.0", type: "android" } as const;

export type AppDownload = { readonly toStore: (store: "appStore" | "googlePlay") => void; readonly apk: () => void };

/** The ways to the app. A store that does not have it yet says so; the file's address is the exchange's to tell. */
export function useAppDownload(): AppDownload {
  const t = useWords();
  return {
    toStore(store) {
      const address = appConfig().project[store];
      if (address === "") toast.warning(t(m.comingSoon));
      else window.open(address, "_blank", "noreferrer");
    },
    apk() {
      void client.call(userNow() === null ? "checkPublicVersion" : "checkVersion", anyVersion).then((outcome) => {
        if (outcome.ok) location.assign(outcome.value.downUrl);
        else toast.error(outcome.message);
      });
    },
  };
}

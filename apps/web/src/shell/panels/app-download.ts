import { toast } from "@tidemark/kit-ui";
import { appConfig } from "../../lib/config/app-config.ts";
import { client } from "../../lib/client/client.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { userNow } from "../../session/user.ts";
import { m } from "../menus/menus-messages.ts";

/** Older than any version, so that the exchange always offers its current one. */
const anyVersion = { versionName: "0.0.0", type: "android" } as const;

export type AppDownload = { readonly toStore: (store: "appStore" | "googlePlay") => void; readonly apk: () => void };

/** Store links and APK download. A store without the app shows a notice; the exchange supplies the URL of the APK. */
export function useAppDownload(): AppDownload {
  const t = useTexts();
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

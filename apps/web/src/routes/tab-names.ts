import { i18n, type MessageDescriptor } from "@lingui/core";
import type { AnyRouter } from "@tanstack/react-router";
import { appConfig, hasAppConfig } from "../lib/app-config.ts";

/** The tab says where it is, in the language that is spoken; a page whose title moves writes it itself. */
export function nameTabs(router: AnyRouter): void {
  const name = (): void => {
    const titles = router.state.matches.map(({ staticData }) => (staticData as { title?: MessageDescriptor }).title);
    const title = titles.findLast((one) => one !== undefined);
    if (title !== undefined && hasAppConfig()) document.title = `${i18n._(title)} | ${appConfig().project.name}`;
  };
  router.subscribe("onResolved", name);
  i18n.on("change", name);
}

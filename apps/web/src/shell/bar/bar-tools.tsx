import { Menu, Search, Smartphone } from "lucide-react";
import { appConfig } from "../../lib/config/app-config.ts";
import { useWidthFrom } from "../../lib/device/use-width.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { LazyPopup } from "../loading/lazy-popup.tsx";
import { LanguageButton } from "../panels/language-button.tsx";
import { lazyPart, usePreloadWhenIdle } from "../loading/lazy-part.ts";
import { barIconLook } from "../looks.ts";
import { openPalette, preparePalette } from "../palette/palette-state.ts";
import { m } from "../shell-messages.ts";
import type { ShellSlots } from "../slots.tsx";

const downloadPanel = lazyPart(async () => (await import("../panels/download-panel.tsx")).DownloadPanel);
const navDrawer = lazyPart(async () => (await import("../drawers/nav-drawer.tsx")).NavDrawer);

const icon = { "aria-hidden": true, size: 18, strokeWidth: 1.75 } as const;

/** The icons at the end of the bar; on phones and tablets, the button of the drawer. */
export function Tools({ slots }: { slots: ShellSlots }) {
  const t = useTexts();
  const isDesktop = useWidthFrom(1024);
  usePreloadWhenIdle(isDesktop ? downloadPanel : navDrawer);
  return (
    <>
      <button
        type="button"
        aria-label={t(m.search)}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={openPalette}
        onPointerEnter={preparePalette}
        onFocus={preparePalette}
        data-testid="search-button"
        className={`${barIconLook} max-w768:hidden`}
      >
        <Search {...icon} />
      </button>
      {appConfig().switches.download === true && (
        <LazyPopup
          part={downloadPanel}
          with={{}}
          label={t(m.download)}
          face={<Smartphone {...icon} />}
          className={`${barIconLook} max-w1024:hidden`}
          testId="download-button"
        />
      )}
      <LanguageButton className={`${barIconLook} max-w1024:hidden`} />
      <LazyPopup
        part={navDrawer}
        with={{ slots }}
        label={t(m.menu)}
        face={<Menu {...icon} />}
        className={`${barIconLook} w1024:hidden`}
        testId="drawer-button"
      />
    </>
  );
}

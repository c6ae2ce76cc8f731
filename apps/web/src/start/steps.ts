import { isLang, type Lang } from "@tidemark/contracts";
import { loadFontsOf } from "@tidemark/kit-ui";
import { languageOf } from "@tidemark/contracts";
import { appConfig, keptConfig, setAppConfig } from "../lib/config/app-config.ts";
import { applyBrand } from "../lib/config/brand.ts";
import { chosenLangs, langOf, langsOffered, lastSite } from "../lib/storage/choices.ts";
import { client, realClient } from "../lib/client/client.ts";
import { hostOf, isAllowedHost, officialWebsite } from "../lib/client/hosts.ts";
import { setPrintTags, activateLang } from "../lib/i18n/languages.ts";
import { isInApp } from "../lib/device/native-bridge.ts";
import { readNativeUser } from "../lib/device/native-user.ts";
import { hasExchange, isSimulatedPage, setHosts, site } from "../lib/client/page-hosts.ts";
import { openStorage, requireModules } from "../lib/storage/storage.ts";
import { loadFlags } from "../session/flags.ts";
import { joinSimulated } from "../session/join-simulated.ts";
import { takeNativeUser } from "../session/user.ts";
import { framedPage, refuseFraming } from "./framing.ts";
import { type Step, StartError } from "./lifecycle.ts";
import { checkHost, configuredHosts, loadConfig } from "./load-config.ts";
import { offeredLanguages } from "./offered-languages.ts";
import { deniedPath, isOnPath } from "./region.ts";

/** Opens the configured host lists; it is in every page and hides nothing that matters. */
const hostsKey: string = import.meta.env.VITE_HOSTS_KEY ?? "";

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Answers what belongs to the product and to no exchange: a simulated page without one still has to say so. */
const contentClient = () => (hasExchange() ? client : realClient);

/** Whether the product is denied in this region; requested at once, needed at the end. Inside the app, the app has checked it. */
let isDenied: Promise<boolean> = Promise.resolve(false);

async function environment(): Promise<void> {
  if (isSimulatedPage) document.documentElement.dataset.sim = "";
  // The frame is left for good, so start-up must not continue.
  if (refuseFraming(framedPage(), location.href)) await new Promise(() => undefined);
  if (isInApp()) takeNativeUser(await readNativeUser());
  else
    isDenied = contentClient()
      .call("currentDatetime", {})
      .then((outcome) => !outcome.ok && outcome.refusal === "REGION_DENIED");
}

/** Starts to load the font of the probable language while the config is loading. */
function languages(): void {
  const chosen = chosenLangs.get()[site.siteId];
  const probable = isLang(chosen) ? chosen : (keptConfig.get()?.lang ?? "en_US");
  void loadFontsOf(languageOf(probable).tag).catch(() => undefined);
}

function storage(): void {
  openStorage();
  lastSite.set(site.siteId);
}

async function config(): Promise<void> {
  const { hostname } = location;
  const official = hostOf(officialWebsite);
  const langList = contentClient().call("langList", {});
  const read = await loadConfig({
    fetch: (name, v) => contentClient().call("configFile", { name, ...(v === undefined ? {} : { v }) }),
    sleep,
    kept: keptConfig.get(),
    appId: site.appId,
    siteId: site.siteId,
    hostname,
    isKnownHost: isAllowedHost(hostname, official === undefined ? [] : [official]),
  });
  const [hosts, langs] = await Promise.all([
    configuredHosts(read, hostsKey),
    offeredLanguages(read.langs, langList, sleep),
  ]);
  // Set before the check, so that the alert can name the official site.
  setAppConfig({ ...read, langs });
  setPrintTags(read.locales);
  applyBrand(read.project);
  checkHost(hostname, read, hosts);
  setHosts(hosts as Parameters<typeof setHosts>[0]);
  if (!isOnPath(deniedPath) && (await isDenied)) throw new StartError("denied");
}

/** The language of the user among those offered. */
async function startLang(): Promise<Lang> {
  const { langs, lang } = appConfig();
  const langIf = (isKoreanAllowed: boolean): Lang =>
    langOf(
      chosenLangs.get()[site.siteId],
      navigator.languages,
      lang,
      langsOffered(langs.list, { isKoreanAllowed }),
      langs.defaultLang,
    );
  // The flags are worth waiting for only if the language would be Korean.
  return langIf(true) === "ko_KR" ? langIf((await loadFlags()).koreanWhite) : langIf(true);
}

async function modules(): Promise<void> {
  requireModules(appConfig().storages);
  const lang = await startLang();
  // A page without its font is readable; a page without its texts is not.
  await Promise.all([activateLang(lang), loadFontsOf(languageOf(lang).tag).catch(() => undefined), joinSimulated()]);
}

/** The start of the page, in the product's order. */
export const steps: readonly Step[] = [
  { name: "environment", run: environment },
  { name: "languages", run: languages },
  { name: "storage", run: storage },
  { name: "app config", run: config },
  { name: "storage modules", run: modules },
];

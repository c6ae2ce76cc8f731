import { bizId, calls, defaultLang, languageOf } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Clock, given, refuse } from "@tidemark/kit-node";
import type { Ask } from "../module/deps.ts";
import type { RegionOf } from "../module/region.ts";
import { fingerprintToken } from "./fingerprint.ts";
import type { RequestLog } from "./request-log.ts";
import {
  isRegionDenied,
  subjectOf,
  type UnknownRegion,
  variantOf,
  versionWordOf,
  whitelistOf,
  withReward,
} from "./rules.ts";
import type { ContentStore } from "./store.ts";

export type ContentDeps = {
  readonly store: ContentStore;
  readonly clock: Pick<Clock, "now">;
  readonly regionOf: RegionOf;
  readonly unknownRegion: UnknownRegion;
  readonly requestLog: RequestLog;
  readonly fingerprintSecret: string;
  /** Calls another module by contract. */
  readonly ask: Ask;
};

function ofStart({ store, clock, regionOf, unknownRegion, ask }: ContentDeps): Answer[] {
  return [
    answer(calls.currentDatetime, async (_ask, { from }) => {
      const denied = await store.deniedRegions(from.site);
      if (isRegionDenied(regionOf(from.ip), denied, unknownRegion)) return refuse("REGION_DENIED");
      return given({ datetime: clock.now() });
    }),
    answer(calls.configFile, async ({ name }, asked) => {
      const kept = await store.configFile(name);
      if (kept === undefined) return refuse("NOT_FOUND");
      const reward = name === bizId ? await ask(calls.registrationReward, {}, asked) : undefined;
      const body = reward?.ok === true ? withReward(kept.body, reward.value.reward) : kept.body;
      return given({ ...body, version: kept.version });
    }),
    answer(calls.langList, async (_ask, { from }) => {
      const rows = await store.languagesOf(from.site);
      const chosen = rows.find(({ isDefault }) => isDefault)?.lang ?? defaultLang;
      return given({ defaultLang: chosen, list: rows.map(({ lang }) => ({ ...languageOf(lang) })) });
    }),
    answer(calls.changeLanguage, async ({ lang }, { uid }) => {
      await store.keepUserLanguage(uid, lang, clock.now());
      return given({});
    }),
  ];
}

function ofFlags({ store, regionOf }: ContentDeps): Answer[] {
  const variants = async ({ uid, from }: Asked) => {
    const subject = subjectOf(uid, from.deviceId);
    const running = await store.runningStrategies();
    return given(Object.fromEntries(running.map((one) => [one.name, variantOf(one, subject)])));
  };
  return [
    answer(calls.checkStrategy, (_ask, asked) => variants(asked)),
    answer(calls.checkPublicStrategy, (_ask, asked) => variants(asked)),
    answer(calls.whitelist, async (_ask, { uid, from }) => {
      const country = regionOf(from.ip);
      const { ofUser, ofCountry } = await store.flagsOf(uid, country);
      return given(whitelistOf(country, ofUser, ofCountry));
    }),
    answer(calls.vaspInfo, async (_ask, { from }) => {
      const row = await store.vaspOf(from.site);
      return given({ vaspSwitch: row?.isOn ?? false, lang: row?.lang ?? "" });
    }),
  ];
}

function ofApps({ store, clock, requestLog, fingerprintSecret }: ContentDeps): Answer[] {
  const version = async ({ type, versionName }: { type: string; versionName: string }) => {
    const newest = await store.newestVersion(type);
    return newest === undefined ? refuse("NO_APP_VERSION") : given(versionWordOf(newest, versionName));
  };
  return [
    answer(calls.checkVersion, (ask) => version(ask)),
    answer(calls.checkPublicVersion, (ask) => version(ask)),
    answer(calls.currencyRates, async () => given({ list: await store.rates() })),
    answer(calls.fingerprintToken, ({ kind, visitor }) =>
      given({ token: fingerprintToken({ kind, visitor, issuedAt: clock.now() }, fingerprintSecret) }),
    ),
    answer(calls.requestLog, ({ lines }, asked) => given({ taken: requestLog.take(lines, asked) })),
  ];
}

/** Contract → rules → store. */
export const answersOf = (deps: ContentDeps): Answer[] => [...ofStart(deps), ...ofFlags(deps), ...ofApps(deps)];

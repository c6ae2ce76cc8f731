/**
 * Calling codes by country (ITU-T E.164, list of codes assigned). Country names come from the browser, in the current language. Countries
 * that share a code are told apart by the server, by the number itself.
 */
const table =
  "AD376 AE971 AF93 AL355 AM374 AO244 AR54 AT43 AU61 AZ994 BA387 BD880 BE32 BF226 BG359 BH973 BI257 BJ229 BN673 BO591 BR55 BT975 BW267 BY375 " +
  "BZ501 CA1 CD243 CF236 CG242 CH41 CI225 CL56 CM237 CN86 CO57 CR506 CV238 CY357 CZ420 DE49 DJ253 DK45 DZ213 EC593 EE372 EG20 ES34 ET251 FI358 " +
  "FJ679 FR33 GA241 GB44 GE995 GH233 GM220 GN224 GQ240 GR30 GT502 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IN91 IQ964 IR98 IS354 " +
  "IT39 JO962 JP81 KE254 KG996 KH855 KM269 KR82 KW965 KZ7 LA856 LB961 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MG261 " +
  "MK389 ML223 MM95 MN976 MO853 MR222 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NE227 NG234 NI505 NL31 NO47 NP977 NZ64 OM968 PA507 PE51 PG675 " +
  "PH63 PK92 PL48 PS970 PT351 PY595 QA974 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SE46 SG65 SI386 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 " +
  "SZ268 TD235 TG228 TH66 TJ992 TL670 TM993 TN216 TO676 TR90 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VE58 VN84 VU678 WS685 XK383 YE967 ZA27 ZM260 ZW263";

export type CallingCode = { readonly country: string; readonly code: string };

export const callingCodes: readonly CallingCode[] = table.split(" ").map((entry) => ({
  country: entry.slice(0, 2),
  code: `+${entry.slice(2)}`,
}));

const countryOfLang: Readonly<Record<string, string>> = {
  ko: "KR",
  de: "DE",
  ja: "JP",
  fa: "IR",
  fr: "FR",
  it: "IT",
  ru: "RU",
  es: "ES",
  pt: "BR",
  tr: "TR",
  zh: "TW",
  vi: "VN",
};

/** The browser's probable country: the region of its language tag, else a country of the page's language. */
export function probableCountry(browserLangs: readonly string[], lang: string): string {
  const regions = browserLangs.map((tag) => tag.split("-").at(-1) ?? "");
  const known = regions.find((region) => callingCodes.some(({ country }) => country === region));
  return known ?? countryOfLang[lang.slice(0, 2)] ?? "GB";
}

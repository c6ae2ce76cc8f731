import { countryName } from "../../lib/i18n/country-name.ts";
import { currentLang, printTagOf } from "../../lib/i18n/languages.ts";

/** ISO 3166-1, two letters each. */
const codes =
  "ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW".match(
    /../g,
  )!;

type Country = { readonly id: string; readonly label: string };

/** All countries by their names in the current language, in its order. */
export function countriesNow(): readonly Country[] {
  const order = new Intl.Collator(printTagOf(currentLang()));
  return codes.map((id) => ({ id, label: countryName(id) })).toSorted((a, b) => order.compare(a.label, b.label));
}

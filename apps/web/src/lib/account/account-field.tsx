import { ComboBox, FieldLine, TextField, type TextFieldProps } from "@tidemark/kit-ui";
import { useMemo } from "react";
import { printTagOf, spokenLang } from "../languages.ts";
import { useWords } from "../words.ts";
import { m } from "./account-messages.ts";
import { callingCodes, probableCountry } from "./calling-codes.ts";

/** Somebody's address as he types it. The country only counts where it is a phone. */
export type Account = { readonly loginId: string; readonly country: string };

export const noAccount = (): Account => ({
  loginId: "",
  country: probableCountry(navigator.languages, spokenLang()),
});

const isPhone = (text: string): boolean => /^\d+$/.test(text);

/** What the calls want: a phone brings the calling code of its country. */
export function askOf({ loginId, country }: Account): { loginId: string; areaCode?: string } {
  const text = loginId.trim();
  const areaCode = callingCodes.find((entry) => entry.country === country)?.code;
  return isPhone(text) && areaCode !== undefined ? { loginId: text, areaCode } : { loginId: text };
}

/** The calling code before a phone number. */
export function CountryCode({ country, onChange }: { country: string; onChange: (country: string) => void }) {
  const t = useWords();
  const lang = spokenLang();
  const items = useMemo(() => {
    const names = new Intl.DisplayNames(printTagOf(lang), { type: "region" });
    return callingCodes
      .map((entry) => ({ id: entry.country, label: entry.code, detail: names.of(entry.country) ?? entry.country }))
      .toSorted((a, b) => a.detail.localeCompare(b.detail, printTagOf(lang)));
  }, [lang]);
  return (
    <>
      <ComboBox
        label={t(m.country)}
        items={items}
        selected={country}
        onSelect={onChange}
        numeric
        searchLabel={t(m.findCountry)}
        emptyLabel={t(m.noCountry)}
        className="-ms-1.5"
        testId="country-code"
      />
      <FieldLine />
    </>
  );
}

type AccountFieldProps = Pick<TextFieldProps, "problem" | "testId"> & {
  value: Account;
  onChange: (account: Account) => void;
};

/** E-mail or phone in one field; the country's code comes as soon as it is a number. */
export function AccountField({ value, onChange, problem, testId }: AccountFieldProps) {
  const t = useWords();
  return (
    <TextField
      label={t(m.loginId)}
      value={value.loginId}
      onChange={(loginId) => onChange({ ...value, loginId })}
      autoComplete="username"
      placeholder="name@example.com"
      problem={problem}
      {...(testId === undefined ? {} : { testId })}
      {...(isPhone(value.loginId)
        ? { prefix: <CountryCode country={value.country} onChange={(country) => onChange({ ...value, country })} /> }
        : {})}
    />
  );
}

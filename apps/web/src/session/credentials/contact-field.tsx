import { ComboBox, FieldLine, TextField, type TextFieldProps } from "@tidemark/kit-ui";
import { useMemo } from "react";
import { printTagOf, currentLang } from "../../lib/i18n/languages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./credentials-messages.ts";
import { callingCodes, probableCountry } from "./calling-codes.ts";

/** A contact as the user types it. The country is used only for phone numbers. */
export type Contact = { readonly loginId: string; readonly country: string };

export const noContact = (): Contact => ({
  loginId: "",
  country: probableCountry(navigator.languages, currentLang()),
});

const isPhone = (text: string): boolean => /^\d+$/.test(text);

/** The contact as calls expect it: a phone number has the calling code of its country. */
export function askOf({ loginId, country }: Contact): { loginId: string; areaCode?: string } {
  const text = loginId.trim();
  const areaCode = callingCodes.find((entry) => entry.country === country)?.code;
  return isPhone(text) && areaCode !== undefined ? { loginId: text, areaCode } : { loginId: text };
}

/** The calling code before a phone number. */
export function CountryCode({ country, onChange }: { country: string; onChange: (country: string) => void }) {
  const t = useTexts();
  const lang = currentLang();
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

type ContactFieldProps = Pick<TextFieldProps, "problem" | "testId"> & {
  value: Contact;
  onChange: (account: Contact) => void;
};

/** E-mail or phone in one field; the calling code appears as soon as it is a number. */
export function ContactField({ value, onChange, problem, testId }: ContactFieldProps) {
  const t = useTexts();
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

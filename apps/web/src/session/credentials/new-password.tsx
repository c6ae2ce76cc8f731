import { passwordMarksOf } from "@tidemark/contracts";
import { classNames, PasswordField } from "@tidemark/kit-ui";
import { Check, Circle } from "lucide-react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./credentials-messages.ts";
import { type NewPassword, passwordProblems } from "./password-problems.ts";

const rules = [
  ["length", m.ruleLength],
  ["number", m.ruleNumber],
  ["uppercase", m.ruleUppercase],
  ["special", m.ruleSpecial],
] as const;

const passwordTexts = { missing: m.passwordMissing, format: m.passwordFormat } as const;

type NewPasswordFieldsProps = {
  value: NewPassword;
  onChange: (next: NewPassword) => void;
  /** Set after the first submit or blur: problems are shown from then on. */
  showsProblems: boolean;
  label?: string;
  /** The refusal of the exchange, if any. */
  problem?: string | undefined;
};

/** A new password and its confirmation, with the list of rules it meets. */
export function NewPasswordFields({ value, onChange, showsProblems, label, problem }: NewPasswordFieldsProps) {
  const t = useTexts();
  const wrong = showsProblems ? passwordProblems(value) : {};
  const marks = passwordMarksOf(value.password);
  const shared = { autoComplete: "new-password", showLabel: t(m.show), hideLabel: t(m.hide), maxLength: 40 } as const;
  return (
    <>
      <div>
        <PasswordField
          {...shared}
          label={label ?? t(m.password)}
          value={value.password}
          onChange={(password) => onChange({ ...value, password })}
          problem={wrong.password === undefined ? problem : t(passwordTexts[wrong.password])}
          testId="new-password"
        />
        <ul className="mt-2 grid grid-cols-2 gap-x-3 gap-y-1 text-12 text-muted">
          {rules.map(([mark, text]) => {
            const Sign = marks[mark] ? Check : Circle;
            return (
              <li key={mark} className={classNames("flex items-center gap-1.5", marks[mark] && "text-ink")}>
                <Sign
                  aria-hidden
                  size={12}
                  strokeWidth={marks[mark] ? 2.5 : 1.75}
                  className={classNames("flex-none", marks[mark] && "text-brand")}
                />
                {t(text)}
                <span className="sr-only">{t(marks[mark] ? m.ruleMet : m.ruleNotMet)}</span>
              </li>
            );
          })}
        </ul>
      </div>
      <PasswordField
        {...shared}
        label={t(m.confirmPassword)}
        value={value.again}
        onChange={(again) => onChange({ ...value, again })}
        problem={wrong.again === undefined ? undefined : t(m.passwordsDiffer)}
        testId="confirm-password"
      />
    </>
  );
}

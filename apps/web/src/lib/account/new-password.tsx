import { passwordMarksOf } from "@tidemark/contracts";
import { classNames, PasswordField } from "@tidemark/kit-ui";
import { Check, Circle } from "lucide-react";
import { useWords } from "../words.ts";
import { m } from "./account-messages.ts";
import { type NewPassword, passwordProblems } from "./password-problems.ts";

const rules = [
  ["length", m.ruleLength],
  ["number", m.ruleNumber],
  ["uppercase", m.ruleUppercase],
  ["special", m.ruleSpecial],
] as const;

type NewPasswordFieldsProps = {
  value: NewPassword;
  onChange: (next: NewPassword) => void;
  /** Something was sent or left: from now on what is wrong is said. */
  isTold: boolean;
  label?: string;
  /** What the exchange says about it. */
  problem?: string | undefined;
};

/** A password and the same once more, with what it must have and already has. */
export function NewPasswordFields({ value, onChange, isTold, label, problem }: NewPasswordFieldsProps) {
  const t = useWords();
  const wrong = isTold ? passwordProblems(value) : {};
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
          problem={wrong.password === undefined ? problem : t(m.passwordFormat)}
          testId="new-password"
        />
        <ul className="mt-2 grid grid-cols-2 gap-x-3 gap-y-1 text-12 text-muted">
          {rules.map(([mark, words]) => {
            const Sign = marks[mark] ? Check : Circle;
            return (
              <li key={mark} className={classNames("flex items-center gap-1.5", marks[mark] && "text-ink")}>
                <Sign
                  aria-hidden
                  size={12}
                  strokeWidth={marks[mark] ? 2.5 : 1.75}
                  className={classNames("flex-none", marks[mark] && "text-brand")}
                />
                {t(words)}
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

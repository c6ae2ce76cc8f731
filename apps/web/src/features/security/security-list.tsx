import type { OAuthProvider } from "@tidemark/contracts";
import { Button, classNames, Skeleton, Tag } from "@tidemark/kit-ui";
import { Check, Fingerprint, KeyRound, type LucideIcon, Mail, MessageSquare, ScanEye, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { AppleMark, GoogleMark } from "../../session/credentials/oauth-marks.tsx";
import { appConfig } from "../../lib/config/app-config.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { SecuritySettings } from "../../session/security-settings.ts";
import { type SecurityItem, type SecurityRow, securityRowsOf } from "./security-rows.ts";
import { m } from "./security-messages.ts";
import type { Mark } from "./strength.ts";

const icon = (Icon: LucideIcon): ReactNode => <Icon aria-hidden size={18} />;
const icons: Readonly<Record<SecurityItem, ReactNode>> = {
  passkey: icon(Fingerprint),
  authenticator: icon(Smartphone),
  email: icon(Mail),
  phone: icon(MessageSquare),
  password: icon(KeyRound),
  antiPhishing: icon(ScanEye),
  google: <GoogleMark />,
  apple: <AppleMark />,
};

/** An account without any settings: the rows are laid out by it until the settings are loaded. */
const nothing: SecuritySettings = {
  email: "",
  phone: "",
  hasPassword: false,
  passwordAt: 0,
  isEmailFactor: false,
  isSmsFactor: false,
  antiPhishing: "",
  hasAuthenticator: false,
  authenticatorAt: 0,
  passkeys: 0,
  hasGoogle: false,
  hasApple: false,
};

type RowProps = { row: SecurityRow; isKnown: boolean; isAdvised: boolean; onOpen: () => void };

function Row({ row, isKnown, isAdvised, onOpen }: RowProps) {
  const t = useTexts();
  const { name, title, hint, isOn, state, verb } = row;
  return (
    <li
      data-testid={`guard-${name}`}
      data-on={isKnown && isOn}
      className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line py-4 w768:grid-cols-[24px_minmax(0,1fr)_auto_96px] w768:gap-x-5"
    >
      <span className="grid place-items-center justify-self-start text-muted max-w768:self-start max-w768:pt-0.5">
        {icons[name]}
      </span>
      <div className="min-w-0">
        <h3 className="text-14 leading-5 font-medium">{title}</h3>
        <p className="text-13 leading-5 text-muted">
          {isKnown ? <bdi className="break-words">{hint}</bdi> : <Skeleton>{hint}</Skeleton>}
        </p>
      </div>
      <span className={classNames("max-w768:col-start-2 max-w768:justify-self-start", !isKnown && "invisible")}>
        <Tag tone={isOn ? "brand" : "neutral"} {...(isOn ? { icon: <Check aria-hidden /> } : {})}>
          {t(state)}
        </Tag>
      </span>
      {verb !== undefined && (
        <Button
          size="sm"
          look={isAdvised ? "primary" : "ghost"}
          isDisabled={!isKnown}
          onPress={onOpen}
          aria-label={`${t(verb)}: ${title}`}
          data-testid={`guard-${name}-open`}
          className="max-w768:min-w-18 max-w768:col-start-3 max-w768:row-span-2 max-w768:row-start-1"
        >
          {t(verb)}
        </Button>
      )}
    </li>
  );
}

type SecurityListProps = {
  security: SecuritySettings | undefined;
  /** The recommended next step. */
  advised: Mark | undefined;
  onOpen: (name: SecurityItem) => void;
};

export function SecurityList({ security, advised, onOpen }: SecurityListProps) {
  const t = useTexts();
  const { switches } = appConfig();
  const offered: readonly OAuthProvider[] = [
    ...(switches.googleSignIn === true ? (["google"] as const) : []),
    ...(switches.appleSignIn === true ? (["apple"] as const) : []),
  ];
  return (
    <ul aria-label={t(m.factors)} className="border-b border-line">
      {securityRowsOf(t, security ?? nothing, offered).map((row) => (
        <Row
          key={row.name}
          row={row}
          isKnown={security !== undefined}
          isAdvised={security !== undefined && row.mark !== undefined && row.mark === advised}
          onOpen={() => onOpen(row.name)}
        />
      ))}
    </ul>
  );
}

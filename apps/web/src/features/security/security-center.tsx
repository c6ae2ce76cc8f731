import { Pips, Skeleton } from "@tidemark/kit-ui";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { hasPasskeys } from "../../lib/device/passkeys.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { type SecuritySettings, useSecuritySettings } from "../../session/security-settings.ts";
import { ActivityList } from "./activity-list.tsx";
import { Freeze } from "./freeze.tsx";
import { SecurityList } from "./security-list.tsx";
import type { SecurityItem } from "./security-rows.ts";
import { m } from "./security-messages.ts";
import { SessionList } from "./session-list.tsx";
import { type Mark, strengthMost, strengthOf } from "./strength.ts";
import { WithdrawalLock } from "./withdrawal-lock.tsx";

const SecurityDialog = lazy(async () => ({ default: (await import("./security-dialogs.tsx")).SecurityDialog }));

const advices = {
  passkey: m.advisePasskey,
  authenticator: m.adviseAuthenticator,
  antiPhishing: m.adviseAntiPhishing,
  address: m.adviseAddress,
  password: m.advisePassword,
} as const satisfies Record<Mark, unknown>;

/** The strength of the account's security, and the most useful next step. */
function Strength({ security }: { security: SecuritySettings | undefined }) {
  const t = useTexts();
  const strength = security === undefined ? undefined : strengthOf(security, hasPasskeys());
  const { count = 0, level = "weak", next } = strength ?? {};
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pt-5 pb-8" data-testid="strength" data-count={count}>
      <div className="w-40 flex-none">
        <Pips
          label={t(m.strength)}
          count={count}
          total={strengthMost}
          valueText={t(m.strengthOf, { count, most: strengthMost })}
        />
      </div>
      <p className="min-w-0 text-14 w768:flex-1">
        {strength === undefined ? (
          <Skeleton>{t(m.advisePasskey)}</Skeleton>
        ) : (
          <>
            <b className="font-semibold">{t(m[level])}</b>{" "}
            <span className="text-muted">{t(next === undefined ? m.adviseNothing : advices[next])}</span>
          </>
        )}
      </p>
    </div>
  );
}

type SecurityCenterProps = {
  /** The withdrawal addresses of the account, supplied by the route. */
  addresses: ReactNode;
  onFrozen: () => void;
};

/** Security settings, sessions and activity of the account. */
export function SecurityCenter({ addresses, onFrozen }: SecurityCenterProps) {
  const t = useTexts();
  const { data: security } = useSecuritySettings();
  const [open, setOpen] = useState<SecurityItem>();
  const advised = security === undefined ? undefined : strengthOf(security, hasPasskeys()).next;
  return (
    <>
      <h1 className="text-28 leading-9 font-semibold tracking-[-0.025em] max-w768:text-20">{t(m.title)}</h1>
      <Strength security={security} />
      <WithdrawalLock />
      <SecurityList security={security} advised={advised} onOpen={setOpen} />
      <div className="mt-12 grid grid-cols-[minmax(0,1fr)] gap-12">
        {addresses}
        <SessionList />
        <ActivityList />
        <Freeze onFrozen={onFrozen} />
      </div>
      {open !== undefined && security !== undefined && (
        <Suspense>
          <SecurityDialog name={open} security={security} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

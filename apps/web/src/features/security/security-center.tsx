import { Pips, Skeleton } from "@tidemark/kit-ui";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { hasPasskeys } from "../../lib/passkeys.ts";
import { useWords } from "../../lib/words.ts";
import { type Guards, useGuards } from "../../session/guards.ts";
import { ActivityList } from "./activity-list.tsx";
import { Freeze } from "./freeze.tsx";
import { GuardList } from "./guard-list.tsx";
import type { GuardName } from "./guard-rows.ts";
import { m } from "./security-messages.ts";
import { SessionList } from "./session-list.tsx";
import { type Mark, strengthMost, strengthOf } from "./strength.ts";
import { WithdrawalLock } from "./withdrawal-lock.tsx";

const GuardDialog = lazy(async () => ({ default: (await import("./security-dialogs.tsx")).GuardDialog }));

const advices = {
  passkey: m.advisePasskey,
  authenticator: m.adviseAuthenticator,
  antiPhishing: m.adviseAntiPhishing,
  address: m.adviseAddress,
  password: m.advisePassword,
} as const satisfies Record<Mark, unknown>;

/** How well the account is guarded, and what would help most. */
function Strength({ guards }: { guards: Guards | undefined }) {
  const t = useWords();
  const strength = guards === undefined ? undefined : strengthOf(guards, hasPasskeys());
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
  /** Where the account's coins may go; whoever withdraws knows more about it. */
  addresses: ReactNode;
  onFrozen: () => void;
};

/** Everything that guards the account, where it is open, and what happened around it. */
export function SecurityCenter({ addresses, onFrozen }: SecurityCenterProps) {
  const t = useWords();
  const { data: guards } = useGuards();
  const [open, setOpen] = useState<GuardName>();
  const advised = guards === undefined ? undefined : strengthOf(guards, hasPasskeys()).next;
  return (
    <>
      <h1 className="text-28 leading-9 font-semibold tracking-[-0.025em] max-w768:text-20">{t(m.title)}</h1>
      <Strength guards={guards} />
      <WithdrawalLock />
      <GuardList guards={guards} advised={advised} onOpen={setOpen} />
      <div className="mt-12 grid grid-cols-[minmax(0,1fr)] gap-12">
        {addresses}
        <SessionList />
        <ActivityList />
        <Freeze onFrozen={onFrozen} />
      </div>
      {open !== undefined && guards !== undefined && (
        <Suspense>
          <GuardDialog name={open} guards={guards} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

import { Button, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { appConfig } from "../../lib/config/app-config.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useClearSession } from "../../session/session.ts";
import { m } from "./security-messages.ts";

const AskDialog = lazy(async () => ({ default: (await import("../../lib/dialogs/form-dialog.tsx")).AskDialog }));

/** The emergency freeze. It needs only a confirmation: its user may have lost everything else. */
export function Freeze({ onFrozen }: { onFrozen: () => void }) {
  const t = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const leave = useClearSession();
  const freeze = useMutation({
    mutationFn: () => answerOf("freezeAccount", { confirm: true }),
    onSuccess() {
      leave();
      toast.warning(t(m.frozen, { support: appConfig().project.support.email }));
      onFrozen();
    },
  });
  return (
    <section className="flex items-center justify-between gap-6 border-t border-line pt-6 max-w768:flex-col max-w768:items-start max-w768:gap-3">
      <div className="grid gap-1">
        <h2 className="text-16 font-semibold tracking-[-0.01em]">{t(m.freeze)}</h2>
        <p className="text-13 text-muted">{t(m.freezeHint)}</p>
      </div>
      <Button look="ghost" onPress={() => setIsAsking(true)} data-testid="freeze-open">
        {t(m.freeze)}
      </Button>
      {isAsking && (
        <Suspense>
          <AskDialog
            title={t(m.freezeAsk)}
            submitLabel={t(m.freeze)}
            isPending={freeze.isPending}
            onSubmit={() => freeze.mutate()}
            onClose={() => setIsAsking(false)}
            testId="freeze"
          >
            <ul className="grid list-disc gap-2 ps-4">
              <li>{t(m.freezeSessions)}</li>
              <li>{t(m.freezeLogIn)}</li>
              <li>{t(m.freezeSupport)}</li>
            </ul>
          </AskDialog>
        </Suspense>
      )}
    </section>
  );
}

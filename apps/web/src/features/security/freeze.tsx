import { Button, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { answerOf } from "../../lib/answer.ts";
import { appConfig } from "../../lib/app-config.ts";
import { useWords } from "../../lib/words.ts";
import { useLeaving } from "../../session/session.ts";
import { m } from "./security-messages.ts";

const AskDialog = lazy(async () => ({ default: (await import("../../lib/form-dialog.tsx")).AskDialog }));

/** The emergency brake. It asks for nothing but a yes: whoever needs it may have lost everything else. */
export function Freeze({ onFrozen }: { onFrozen: () => void }) {
  const t = useWords();
  const [isAsking, setIsAsking] = useState(false);
  const leave = useLeaving();
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

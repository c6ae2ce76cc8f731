import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useFactorGate } from "../session/factor-gate.ts";

const FactorDialog = lazy(async () => ({ default: (await import("../session/factor-dialog.tsx")).FactorDialog }));

/** The dialog for a second factor, on pages whose calls may need one. */
export function FactorPrompt() {
  const navigate = useNavigate();
  const answer = useFactorGate((gate) => gate.answer);
  const isMounted = useRef(false);
  // On a page that is left nobody answers any more. Only the question that is pending then: the next page may ask its own. And only once it
  // is certain that the page is left: StrictMode runs each effect twice.
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      const { answer: pending } = useFactorGate.getState();
      queueMicrotask(() => {
        if (!isMounted.current && useFactorGate.getState().answer === pending) pending?.(false);
      });
    };
  }, []);
  if (answer === undefined) return null;
  return (
    <Suspense>
      <FactorDialog answer={answer} onMissing={() => void navigate({ to: "/personal/security" })} />
    </Suspense>
  );
}

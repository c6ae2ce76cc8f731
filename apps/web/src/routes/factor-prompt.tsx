import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useFactorGate } from "../session/factor-gate.ts";

const FactorDialog = lazy(async () => ({ default: (await import("../session/factor-dialog.tsx")).FactorDialog }));

/** The dialog for a second factor, on pages whose calls may need one. */
export function FactorPrompt() {
  const navigate = useNavigate();
  const answer = useFactorGate((gate) => gate.answer);
  if (answer === undefined) return null;
  return (
    <Suspense>
      <FactorDialog answer={answer} onMissing={() => void navigate({ to: "/personal/security" })} />
    </Suspense>
  );
}

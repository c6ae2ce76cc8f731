import { Button } from "@tidemark/kit-ui";
import { useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./open-orders-messages.ts";
import { type CancelAllProps, useCancelAll } from "./use-cancel-all.tsx";

/** For the header of the dock. */
export function CancelAll(props: CancelAllProps) {
  const t = useTexts();
  const { count, isAsking, cancel, dialog } = useCancelAll(props);
  const [isHeld, setIsHeld] = useState(false);
  return (
    <>
      <Button
        look="ghost"
        size="sm"
        // The dialog gives the focus back to this button, which a disabled one could not take: it is on until the focus moves away.
        isDisabled={count === 0 && !isHeld}
        onFocusChange={(hasFocus) => {
          if (!hasFocus && !isAsking) setIsHeld(false);
        }}
        onPress={() => {
          if (count === 0) return;
          setIsHeld(true);
          cancel();
        }}
        data-testid="cancel-all"
      >
        {t(m.cancelAll)}
      </Button>
      {dialog}
    </>
  );
}

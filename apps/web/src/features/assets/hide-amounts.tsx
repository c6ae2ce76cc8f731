import { IconButton } from "@tidemark/kit-ui";
import { Eye, EyeOff } from "lucide-react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./assets-messages.ts";

/** Hides and shows the user's own amounts, here and everywhere else. */
export function HideAmounts() {
  const t = useTexts();
  const { isHidden, toggle } = useOwnAmounts();
  return (
    <IconButton
      size="sm"
      aria-label={t(isHidden ? m.show : m.hide)}
      onPress={toggle}
      data-testid="hide-amounts"
      className="-my-1 -me-1.5"
    >
      {isHidden ? <EyeOff size={14} /> : <Eye size={14} />}
    </IconButton>
  );
}

import type { Outcome } from "@tidemark/kit-client";
import { toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { exportCsv } from "../format/csv-file.ts";
import { useTexts } from "../i18n/texts.ts";
import { m } from "./export-messages.ts";

/** The zone in which the times of a file are written. */
export const browserTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Downloads a file and reports how that went. */
export function useCsvExport() {
  const t = useTexts();
  const [isPending, setIsPending] = useState(false);
  const save = async (file: Promise<Outcome<{ readonly text: string }>>): Promise<void> => {
    setIsPending(true);
    await exportCsv(file, {
      done: () => toast.success(t(m.exported)),
      refused: (description) => toast.error(t(m.notExported), { description }),
    });
    setIsPending(false);
  };
  return { isPending, save };
}

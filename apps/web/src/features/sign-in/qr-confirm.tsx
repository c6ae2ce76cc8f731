import { deviceOf } from "@tidemark/contracts";
import { Button, Note, Receipt, ReceiptLine } from "@tidemark/kit-ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import { countryName } from "../../lib/i18n/country-name.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./sign-in-messages.ts";
import { StepHead } from "./step-parts.tsx";

/** On the signed-in device: shows which device wants to sign in, and from where. Nothing happens before the user confirms. */
export function QrConfirm({ code }: { code: string }) {
  const t = useTexts();
  const scan = useQuery({
    queryKey: ["own", "qr-scan", code],
    queryFn: () => answerOf("scanQr", { code }),
    retry: false,
    staleTime: Infinity,
    meta: { isQuiet: true },
  });
  const reply = useMutation({ mutationFn: (isConfirmed: boolean) => answerOf("answerQr", { code, isConfirmed }) });
  const { data } = scan;
  if (reply.isSuccess)
    return (
      <div className="grid gap-4" data-testid="qr-answered">
        <StepHead title={t(reply.variables ? m.qrAllowed : m.qrDeclined)} />
      </div>
    );
  return (
    <div className="grid gap-6">
      <StepHead title={t(m.qrAsk)} lead={t(m.qrAskLead)} />
      {scan.error !== null && <Note tone="warn">{scan.error.message}</Note>}
      {data !== undefined && (
        <>
          <Receipt>
            <ReceiptLine label={t(m.qrDevice)}>{deviceOf(data.agent) ?? t(m.qrUnknownPlace)}</ReceiptLine>
            <ReceiptLine label={t(m.qrPlace)}>
              {data.country === "" ? t(m.qrUnknownPlace) : countryName(data.country)}
            </ReceiptLine>
            <ReceiptLine label={t(m.qrAddress)}>
              <span dir="ltr" className="num">
                {data.ip}
              </span>
            </ReceiptLine>
          </Receipt>
          <div className="grid grid-cols-2 gap-2">
            <Button look="ghost" size="lg" onPress={() => reply.mutate(false)} data-testid="qr-decline">
              {t(m.qrDecline)}
            </Button>
            <Button
              look="primary"
              size="lg"
              isPending={reply.isPending}
              onPress={() => reply.mutate(true)}
              data-testid="qr-allow"
            >
              {t(m.qrAllow)}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

import type { Tif } from "@tidemark/contracts";
import { Checkbox, Segmented } from "@tidemark/kit-ui";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { FieldsStep, OrderFields } from "./order-fields.ts";
import { m } from "./ticket-messages.ts";

const tifs: readonly Tif[] = ["GTC", "IOC", "FOK"];

/** A separate file, loaded once the ticket is interactive. */
export function TifFields({ form, step }: { form: OrderFields; step: (step: FieldsStep) => void }) {
  const t = useTexts();
  return (
    <>
      <Checkbox checked={form.postOnly} onChange={(postOnly) => step({ type: "post_only", postOnly })}>
        {t(m.postOnly)}
      </Checkbox>
      <Segmented
        label={t(m.tif)}
        size="mini"
        items={tifs.map((id) => ({ id, label: <span title={t(m[id as "GTC"])}>{id}</span>, testId: `tif-${id}` }))}
        selected={form.tif}
        onSelect={(tif) => step({ type: "tif", tif })}
        className="max-w768:-ms-1.5"
      />
    </>
  );
}

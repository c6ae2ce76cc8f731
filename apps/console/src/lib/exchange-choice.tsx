import { msg } from "@lingui/core/macro";
import type { ExchangeName } from "@tidemark/contracts";
import { Segmented } from "@tidemark/kit-ui";
import { useTexts } from "./texts.ts";

const label = msg`Exchange`;
const names = { REAL: msg`Real`, SIMULATED: msg`Simulated` } as const satisfies Record<ExchangeName, unknown>;

/** The exchange that a page shows and acts on. */
export function ExchangeChoice({ value, onChange }: { value: ExchangeName; onChange: (name: ExchangeName) => void }) {
  const t = useTexts();
  return (
    <Segmented<ExchangeName>
      label={t(label)}
      size="switch"
      items={(["REAL", "SIMULATED"] as const).map((id) => ({ id, label: t(names[id]), testId: `exchange-${id}` }))}
      selected={value}
      onSelect={onChange}
    />
  );
}

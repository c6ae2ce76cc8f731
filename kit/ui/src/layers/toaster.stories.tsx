import { useContext, useEffect } from "react";
import { LocaleContext, useStoryTexts } from "../../workshop/texts.ts";
import { Button } from "../buttons/button.tsx";
import { toast, Toaster } from "./toaster.tsx";

export default { title: "Layers/Toast" };

function Shown({ kind }: { kind: "plain" | "success" | "error" }) {
  const t = useStoryTexts();
  const isRtl = useContext(LocaleContext) === "fa";
  useEffect(() => {
    const options = { duration: Number.POSITIVE_INFINITY, id: kind };
    if (kind === "plain") toast(t.copied, options);
    if (kind === "success") toast.success(t.orderPlaced, { ...options, description: "0.40000000 BTC · 104,286.4" });
    if (kind === "error") toast.error(t.orderRefused, { ...options, description: t.balanceShort });
    return () => toast.dismiss(kind);
  }, [kind, t.copied, t.orderPlaced, t.orderRefused, t.balanceShort]);
  return (
    <div className="min-h-60">
      <Toaster dir={isRtl ? "rtl" : "ltr"} label={t.notifications} closeLabel={t.close} />
    </div>
  );
}

function Pressed() {
  const t = useStoryTexts();
  return (
    <div className="min-h-60">
      <Button
        onPress={() => {
          toast(t.copied);
          toast.success(t.orderPlaced);
          toast.error(t.orderRefused);
        }}
      >
        {t.confirm}
      </Button>
      <Toaster dir="ltr" label={t.notifications} closeLabel={t.close} />
    </div>
  );
}

export const ThreeAtOnce = { render: () => <Pressed /> };
export const Plain = { render: () => <Shown kind="plain" /> };
export const Success = { render: () => <Shown kind="success" /> };
export const ErrorInTerminal = {
  parameters: { density: "terminal" },
  render: () => <Shown kind="error" />,
};

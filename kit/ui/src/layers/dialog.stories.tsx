import { ArrowDownUp, Info } from "lucide-react";
import { useState } from "react";
import { useStoryTexts } from "../../workshop/texts.ts";
import { Button } from "../buttons/button.tsx";
import { Tag } from "../figures/tag.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";

export default { title: "Layers/Dialog" };

function Recall(props: Partial<DialogProps>) {
  const t = useStoryTexts();
  return (
    <Dialog
      title={t.recallTitle}
      closeLabel={t.close}
      onClose={() => undefined}
      footer={
        <>
          <Button look="ghost" size="lg">
            {t.cancel}
          </Button>
          <Button look="primary" size="lg">
            {t.confirm}
          </Button>
        </>
      }
      {...props}
    >
      <p className="text-muted">{t.recallBody}</p>
      <p className="flex gap-2.5 rounded-control bg-info-soft p-3 text-13">
        <Info aria-hidden size={16} className="mt-0.5 flex-none text-info" />
        4.1% → 4.6%
      </p>
    </Dialog>
  );
}

function Long() {
  const t = useStoryTexts();
  return (
    <Dialog
      title={t.transfer}
      closeLabel={t.close}
      onClose={() => undefined}
      size="wide"
      footer={
        <Button look="primary" size="lg">
          {t.confirm}
        </Button>
      }
    >
      {Array.from({ length: 24 }, (_, row) => (
        <p key={row} className="flex items-center justify-between gap-3">
          <span className="flex min-w-0 items-center gap-2">
            <ArrowDownUp aria-hidden size={14} className="flex-none text-muted" />
            <span className="truncate">{row % 2 === 0 ? t.derivatives : t.contract}</span>
            {row === 1 && <Tag tone="warn">{t.review}</Tag>}
          </span>
          <span className="num">{row % 3 === 0 ? "104,286,412.00000001" : "0.00000001"}</span>
        </p>
      ))}
    </Dialog>
  );
}

function Pressed() {
  const t = useStoryTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{t.transfer}</Button>
      <Recall isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

export const Opens = { render: () => <Pressed /> };
export const Form = { render: () => <Recall /> };
export const Wide = { render: () => <Recall size="wide" /> };
export const Alert = { render: () => <Recall kind="alert" size="narrow" /> };
export const Locked = { render: () => <Recall isLocked /> };
export const LongContent = { render: () => <Long /> };
export const Terminal = { parameters: { density: "terminal" }, render: () => <Recall /> };

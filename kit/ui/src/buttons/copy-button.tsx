import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import type { ButtonSize } from "./button-look.ts";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";
import { IconButton } from "./icon-button.tsx";

const thanksMs = 1_600;

export type CopyButtonProps = {
  text: string;
  /** What is copied: "Copy UID". With `hasText` it is also the button's text. */
  label: string;
  /** Announced when it is done; visually the icon becomes a tick. */
  doneLabel: string;
  hasText?: boolean;
  size?: ButtonSize;
  onCopied?: () => void;
  className?: string;
};

/** Copies a text and confirms it: the icon becomes a tick and screen readers announce it. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label, doneLabel, hasText = false, size = "sm", onCopied, className } = props;
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setIsDone(false), thanksMs);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = () =>
    void copyText(text).then((done) => {
      setIsDone(done);
      if (done) onCopied?.();
    });
  const icon = isDone ? <Check aria-hidden size={14} className="text-brand" /> : <Copy aria-hidden size={14} />;
  return (
    <>
      {hasText ? (
        <Button look="ghost" size={size} onPress={copy} {...(className === undefined ? {} : { className })}>
          {icon}
          {label}
        </Button>
      ) : (
        <IconButton aria-label={label} size={size} onPress={copy} {...(className === undefined ? {} : { className })}>
          {icon}
        </IconButton>
      )}
      <output className="sr-only">{isDone ? doneLabel : ""}</output>
    </>
  );
}

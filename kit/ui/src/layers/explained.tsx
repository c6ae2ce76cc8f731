import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { PanelButton } from "./panel-button.tsx";

export type ExplainedProps = {
  /** What is explained, for the panel's name. */
  label: string;
  explanation: ReactNode;
  className?: string;
  /** The words that are dotted-underlined. */
  children: ReactNode;
};

/** Whatever is dotted-underlined opens its explanation, by mouse, finger and keyboard alike. */
export function Explained({ label, explanation, className, children }: ExplainedProps) {
  return (
    <PanelButton
      label={label}
      isFaceWords
      face={children}
      faceClassName={classNames("hint rounded-control data-hovered:decoration-brand", className)}
      panelClassName="w768:max-w-80"
      placement="top"
    >
      {() => <div className="px-4 pt-1 pb-5 text-13 w768:px-3.5 w768:py-3">{explanation}</div>}
    </PanelButton>
  );
}

import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";
import { PanelButton } from "./panel-button.tsx";

export type ExplainedProps = {
  /** The explained term, for the panel's name. */
  label: string;
  explanation: ReactNode;
  className?: string;
  /** The text with a dotted underline. */
  children: ReactNode;
};

/** A term with a dotted underline that opens its explanation, by mouse, touch and keyboard alike. */
export function Explained({ label, explanation, className, children }: ExplainedProps) {
  return (
    <PanelButton
      label={label}
      isFaceText
      face={children}
      faceClassName={classNames("hint rounded-control data-hovered:decoration-brand", className)}
      panelClassName="w768:max-w-80"
      placement="top"
    >
      {() => <div className="px-4 pt-1 pb-5 text-13 w768:px-3.5 w768:py-3">{explanation}</div>}
    </PanelButton>
  );
}

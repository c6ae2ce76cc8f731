import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Button, type ButtonProps } from "react-aria-components/Button";

/** What a popup needs besides its own props: its button's look. The label may be absent where the face is words. */
export type PopupProps = {
  buttonClassName: string;
  buttonLabel: string | undefined;
  testId?: string | undefined;
  face: ReactNode;
};

/** The button of a popup: the same before and after its machinery came. */
export const faceProps = ({ buttonLabel, buttonClassName, testId, face }: PopupProps): ButtonProps => ({
  ...(buttonLabel === undefined ? {} : { "aria-label": buttonLabel }),
  ...(testId === undefined ? {} : { "data-testid": testId }),
  className: buttonClassName,
  children: face,
});

/**
 * The state of a popup that took the place of its plain button, perhaps under the very press that opens it. The new button takes the focus
 * first, so that closing can give it back: the old one is gone.
 */
export function usePopup(beginsOpen: boolean): {
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
} {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!beginsOpen) return;
    button.current?.focus();
    // oxlint-disable-next-line react/set-state-in-effect -- the button must have the focus before it opens
    setIsOpen(true);
  }, [beginsOpen]);
  return { button, isOpen, setIsOpen };
}

/**
 * A popup whose machinery is fetched when a hand comes near: the plain button stands at once, the real one takes its place on hover,
 * focus or press, and opens if it was pressed. Lists, overlays and their focus care are half of the toolkit's weight.
 */
export function openedLater<Props extends PopupProps>(
  load: () => Promise<ComponentType<Props & { beginsOpen: boolean }>>,
) {
  let loaded: ComponentType<Props & { beginsOpen: boolean }> | undefined;
  return function Popup(props: Props) {
    const [Real, setReal] = useState(() => loaded);
    const [isPressed, setIsPressed] = useState(false);
    const fetchIt = () =>
      void load().then((component) => {
        loaded = component;
        setReal(() => component);
      });
    if (Real !== undefined && (isPressed || loaded !== undefined)) return <Real {...props} beginsOpen={isPressed} />;
    return (
      <Button
        {...faceProps(props)}
        aria-haspopup="true"
        onHoverStart={() => void load()}
        onFocus={() => void load()}
        onPress={() => {
          setIsPressed(true);
          fetchIt();
        }}
      />
    );
  };
}

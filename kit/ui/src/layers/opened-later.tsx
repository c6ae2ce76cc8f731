import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { Button, type ButtonProps } from "react-aria-components/Button";
import { tellPopupFailed } from "./popup-failure.ts";

/** What a popup needs besides its own props: its button's look. The label may be absent where the face is words. */
export type PopupProps = {
  buttonClassName: string;
  buttonLabel: string | undefined;
  testId?: string | undefined;
  /** The id of what is read out with the button: a hint, or what is wrong. */
  noteId?: string | undefined;
  face: ReactNode;
};

/** The button of a popup: the same before and after its machinery came. */
export const faceProps = ({ buttonLabel, buttonClassName, testId, noteId, face }: PopupProps): ButtonProps => ({
  ...(buttonLabel === undefined ? {} : { "aria-label": buttonLabel }),
  ...(testId === undefined ? {} : { "data-testid": testId }),
  ...(noteId === undefined ? {} : { "aria-describedby": noteId }),
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
 * A popup whose machinery is fetched when a hand comes near: the plain button stands at once, the real one takes its place when it is
 * pressed, and opens. Lists, overlays and their focus care are half of the toolkit's weight.
 */
export function openedLater<Props extends PopupProps>(
  load: () => Promise<ComponentType<Props & { beginsOpen: boolean }>>,
) {
  type Real = ComponentType<Props & { beginsOpen: boolean }>;
  let loaded: Real | undefined;
  const prepare = (): void => void load().catch(() => undefined);
  return function Popup(props: Props) {
    const [shown, setShown] = useState<{ readonly Real: Real; readonly beginsOpen: boolean } | undefined>(
      loaded && { Real: loaded, beginsOpen: false },
    );
    const isWanted = useRef(false);
    const open = (): void => {
      isWanted.current = true;
      load().then(
        (Real) => {
          loaded = Real;
          if (isWanted.current) setShown({ Real, beginsOpen: true });
        },
        () => {
          // The next press tries again.
          if (isWanted.current) tellPopupFailed();
          isWanted.current = false;
        },
      );
    };
    if (shown !== undefined) return <shown.Real {...props} beginsOpen={shown.beginsOpen} />;
    return (
      <Button
        {...faceProps(props)}
        aria-haspopup="true"
        onHoverStart={prepare}
        onFocus={prepare}
        onPress={open}
        onKeyDown={({ key }: KeyboardEvent) => {
          // Who has changed his mind meanwhile is shown nothing.
          if (key === "Escape") isWanted.current = false;
        }}
      />
    );
  };
}

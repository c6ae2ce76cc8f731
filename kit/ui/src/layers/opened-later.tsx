import { type ComponentType, type ReactNode, useState } from "react";
import { Button } from "react-aria-components/Button";

/** What a popup needs besides its own props: its button's look and whether it begins open. */
export type PopupProps = { buttonClassName: string; buttonLabel: string; testId?: string | undefined; face: ReactNode };

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
        aria-label={props.buttonLabel}
        aria-haspopup="true"
        {...(props.testId === undefined ? {} : { "data-testid": props.testId })}
        className={props.buttonClassName}
        onHoverStart={() => void load()}
        onFocus={() => void load()}
        onPress={() => {
          setIsPressed(true);
          fetchIt();
        }}
      >
        {props.face}
      </Button>
    );
  };
}

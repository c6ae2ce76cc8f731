import { Button } from "@tidemark/kit-ui";

type MaxButtonProps = { label: string; isDisabled: boolean; onPress: () => void; testId: string };

/** In an amount field: fills in the most that fits. */
export function MaxButton({ label, isDisabled, onPress, testId }: MaxButtonProps) {
  return (
    <Button
      look="link"
      size="sm"
      className="-me-1 px-1.5!"
      isDisabled={isDisabled}
      onPress={onPress}
      data-testid={testId}
    >
      {label}
    </Button>
  );
}

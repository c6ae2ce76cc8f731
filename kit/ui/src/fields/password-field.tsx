import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../buttons/icon-button.tsx";
import { TextField, type TextFieldProps } from "./text-field.tsx";

export type PasswordFieldProps = Omit<
  TextFieldProps,
  "type" | "autoComplete" | "children" | "clearLabel" | "countMax" | "countOf"
> & {
  autoComplete: "current-password" | "new-password";
  showLabel: string;
  hideLabel: string;
};

/** A password that can be looked at. */
export function PasswordField({ showLabel, hideLabel, ...props }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField {...props} type={isShown ? "text" : "password"}>
      <IconButton
        aria-label={isShown ? hideLabel : showLabel}
        size="sm"
        onPress={() => setIsShown(!isShown)}
        className="-me-1"
      >
        {isShown ? <EyeOff size={16} /> : <Eye size={16} />}
      </IconButton>
    </TextField>
  );
}

/** Writes a text to the clipboard; false if the browser forbids it. Pages without https have only the legacy API. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.style.position = "fixed";
    field.style.opacity = "0";
    // Inside the open layer, if there is one: elements outside it cannot take the focus.
    (document.querySelector("[role=dialog], [role=alertdialog]") ?? document.body).append(field);
    const focused = document.activeElement;
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
  }
}

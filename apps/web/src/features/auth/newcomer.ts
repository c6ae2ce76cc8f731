import { create } from "zustand";

/** Somebody has just registered: the next page greets him with what he gets for it, once. */
export const useNewcomer = create<{ readonly isGreeted: boolean }>(() => ({ isGreeted: false }));

export const greetNewcomer = (): void => useNewcomer.setState({ isGreeted: true });
export const endGreeting = (): void => useNewcomer.setState({ isGreeted: false });

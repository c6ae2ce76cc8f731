import { create } from "zustand";

/** The size that the ticket of a contract would open a position with, as text with its unit; empty where none is entered. */
export const useTicketSize = create<{ readonly symbol: string; readonly text: string }>(() => ({
  symbol: "",
  text: "",
}));

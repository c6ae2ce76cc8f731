export const word = "withdraw";

/** Longest message a person may send, in UTF-16 units. */
export const MAX_MESSAGE = 8000;

/** Longest message a person may send, in UTF-16 units. */
export const MAX_MESSAGE = 8000;
/** Most communities a message may name. */
export const MAX_CONNECTED = 100;

/** Longest message a person may send, in UTF-16 units. */
export const MAX_MESSAGE = 8000;
/** Longest name of a conversation. */
export const MAX_THREAD_TITLE = 80;
/** Longest search for a conversation. */
export const MAX_THREAD_QUERY = 200;
/** Most communities a message may name. */
export const MAX_CONNECTED = 100;

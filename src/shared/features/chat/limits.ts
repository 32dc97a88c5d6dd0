/** Longest message a user may send, in UTF-16 units. */
export const MAX_MESSAGE = 8000;
/** Longest title of a conversation, in UTF-16 units. */
export const MAX_THREAD_TITLE = 80;
/** Longest search query for conversations, in UTF-16 units. */
export const MAX_THREAD_QUERY = 200;
/** The maximum number of communities a message may name. */
export const MAX_CONNECTED = 100;
/** Tokens of a language model's window that hold a usual talk with tools and its answer: docs/configuration.md has the parts. */
export const NEEDED_WINDOW = 8192;
/** The maximum number of chips under one answer. */
export const MAX_CHIPS = 6;

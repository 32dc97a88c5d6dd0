/** Most rows of one call; a page sends a long file in several. */
export const MAX_IMPORT_ROWS = 10_000;
/** Bytes of one call. */
export const MAX_IMPORT_BYTES = 24 * 1024 * 1024;
/** Bytes of a file the page takes: it is sent in pieces. */
export const MAX_ARCHIVE_FILE = 60 * 1024 * 1024;
/** A talk of the wearable is longer than what a user writes. */
export const MAX_TALK = 20_000;

/** Longest action item that is stored, in UTF-16 units. */
export const MAX_ACTION_ITEM = 300;

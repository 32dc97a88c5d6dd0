/** The maximum number of rows in one call; the page sends a long file in several calls. */
export const MAX_IMPORT_ROWS = 10_000;
/** Largest body of one call, in bytes. */
export const MAX_IMPORT_BYTES = 24 * 1024 * 1024;
/** Largest file the page accepts, in bytes. It is sent in pieces. */
export const MAX_ARCHIVE_FILE = 60 * 1024 * 1024;
/** Longest talk of the wearable, in UTF-16 units: longer than a user's own memory. */
export const MAX_TALK = 20_000;

/** Longest stored action item, in UTF-16 units. */
export const MAX_ACTION_ITEM = 300;

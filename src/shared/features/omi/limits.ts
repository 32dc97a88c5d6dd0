/** In characters. */
export const MAX_OMI_MEMORY = 500;
export const MAX_OMI_CONVERSATION = 1000;

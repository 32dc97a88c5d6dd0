/** The contents of the form that creates a community. */
export interface CommunityDraft {
  name: string;
  description: string;
  adminUsername: string;
  adminPassword: string;
  /** The text of the address field, and the matching place. */
  address: { text: string; place: unknown };
}

const MIN_PASSWORD = 8;

/** The draft's errors by field, in the specification's words and order. Empty when it can be sent. */
export function checkCommunityDraft(
  draft: CommunityDraft,
  communityNoun: string,
): Partial<Record<keyof CommunityDraft, string>> {
  return {
    ...(draft.address.place === null
      ? { address: "Please select a valid address from the suggestions" }
      : {}),
    ...(draft.name.trim() === "" ? { name: `${communityNoun} name is required` } : {}),
    ...(draft.adminUsername.trim() === "" ? { adminUsername: "Admin username is required" } : {}),
    ...(draft.adminPassword === ""
      ? { adminPassword: "Admin password is required" }
      : draft.adminPassword.length < MIN_PASSWORD
        ? { adminPassword: "Password must be at least 8 characters long" }
        : {}),
    ...(draft.description.trim() === "" ? { description: "Description is required" } : {}),
  };
}

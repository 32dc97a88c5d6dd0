import type { Community } from "#shared/features/communities/contract.ts";

/** The fields of the admin panel, as typed. */
export interface PanelDraft {
  name: string;
  description: string;
  address: string;
  city: string;
  /** Comma-separated. */
  tags: string;
  /** Empty: no camp is claimed. */
  campId: string;
  /** One question per line. */
  joinQuestions: string;
  adminUsername: string;
  /** Blank leaves the current one unchanged. */
  adminPassword: string;
}

/** The form's field names with their labels. */
export const panelLabels: Readonly<Record<keyof PanelDraft, string>> = {
  name: "Name",
  description: "Description",
  address: "Address",
  city: "City",
  tags: "Tags (comma-separated)",
  campId: "Camp on the map",
  joinQuestions: "Questions for those who want to join",
  adminUsername: "Admin username",
  adminPassword: "Admin password",
};
export const panelFields = Object.keys(panelLabels) as (keyof PanelDraft)[]; // the object literal above has no other fields

export function draftOf(community: Community): PanelDraft {
  return {
    name: community.name,
    description: community.description,
    address: community.address,
    city: community.city,
    tags: community.tags.join(", "),
    campId: community.campId ?? "",
    joinQuestions: community.joinQuestions.join("\n"),
    adminUsername: community.adminUsername ?? "",
    adminPassword: "",
  };
}

/** The draft with the changes of a queued save, which any version of the page may have created. */
export function draftWith(draft: PanelDraft, body: unknown): PanelDraft {
  const changed = { ...draft };
  if (typeof body !== "object" || body === null) return changed;
  for (const field of panelFields) {
    const value: unknown = field in body ? Reflect.get(body, field) : undefined;
    if (typeof value === "string") changed[field] = value;
    else if (field === "campId" && value === null) changed[field] = "";
    else if (field === "joinQuestions" && Array.isArray(value)) changed[field] = value.join("\n");
  }
  // A password is never stored, so it is not read from there.
  return { ...changed, adminPassword: draft.adminPassword };
}

/** Fields that differ from their base. */
export function changedFields(draft: PanelDraft, base: PanelDraft): (keyof PanelDraft)[] {
  return panelFields.filter((field) => !isSame(field, draft[field], base[field]));
}

/** The request: only the changed fields, and the version they are based on. */
export function changesOf(draft: PanelDraft, base: PanelDraft, version: number) {
  const changes: Record<string, unknown> = { version };
  for (const field of changedFields(draft, base)) changes[field] = valueOf(field, draft[field]);
  // A new password needs the username.
  if ("adminPassword" in changes) changes["adminUsername"] = draft.adminUsername;
  return changes as { version: number } & Partial<Record<keyof PanelDraft, never>>; // compare each by valueOf, as in the contract
}

/** A field that both sides have changed to different values. */
export interface Clash {
  field: keyof PanelDraft;
  mine: string;
  theirs: string;
}

/**
 * Merges another user's change of the record. Fields changed only there are adopted; the user decides about fields changed on both sides.
 */
export function mergeDraft(
  draft: PanelDraft,
  base: PanelDraft,
  theirs: PanelDraft,
): { draft: PanelDraft; clashes: Clash[] } {
  const merged = { ...theirs };
  const clashes: Clash[] = [];
  for (const field of changedFields(draft, base)) {
    merged[field] = draft[field];
    const isTheirsToo = !isSame(field, theirs[field], base[field]);
    if (isTheirsToo && !isSame(field, draft[field], theirs[field]))
      clashes.push({ field, mine: draft[field], theirs: theirs[field] });
  }
  return { draft: merged, clashes };
}

function valueOf(field: keyof PanelDraft, text: string): unknown {
  if (field === "campId") return text === "" ? null : text;
  if (field === "joinQuestions") return linesOf(text);
  return field === "tags" ? tidyTags(text) : text;
}

function isSame(field: keyof PanelDraft, one: string, other: string): boolean {
  if (field === "adminPassword") return one === other;
  return JSON.stringify(valueOf(field, one.trim())) === JSON.stringify(valueOf(field, other.trim()));
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Normalized as on the server, so that blanks and stray commas do not count as changes. */
function tidyTags(text: string): string {
  const tags = text.split(",").map((tag) => tag.trim());
  return tags.filter((tag) => tag !== "").join(", ");
}

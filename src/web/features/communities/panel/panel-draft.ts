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
  /** One question a line. */
  joinQuestions: string;
  adminUsername: string;
  /** Left blank it keeps the current one. */
  adminPassword: string;
}

/** What the form names its fields, and how a person reads them. */
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
export const panelFields = Object.keys(panelLabels) as (keyof PanelDraft)[]; // an object literal above has no others

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

/** The draft with what a kept save will change, whatever version of the page has made it. */
export function draftWith(draft: PanelDraft, body: unknown): PanelDraft {
  const changed = { ...draft };
  if (typeof body !== "object" || body === null) return changed;
  for (const field of panelFields) {
    const value: unknown = field in body ? Reflect.get(body, field) : undefined;
    if (typeof value === "string") changed[field] = value;
    else if (field === "campId" && value === null) changed[field] = "";
    else if (field === "joinQuestions" && Array.isArray(value)) changed[field] = value.join("\n");
  }
  // Never kept, so never taken from there either.
  return { ...changed, adminPassword: draft.adminPassword };
}

/** Fields that differ from what they were based on. */
export function changedFields(draft: PanelDraft, base: PanelDraft): (keyof PanelDraft)[] {
  return panelFields.filter((field) => !isSame(field, draft[field], base[field]));
}

/** What is sent: the changed fields alone, and what they are based on. */
export function changesOf(draft: PanelDraft, base: PanelDraft, version: number) {
  const changes: Record<string, unknown> = { version };
  for (const field of changedFields(draft, base)) changes[field] = valueOf(field, draft[field]);
  // A new password belongs to a name.
  if ("adminPassword" in changes) changes["adminUsername"] = draft.adminUsername;
  return changes as { version: number } & Partial<Record<keyof PanelDraft, never>>; // each by valueOf, as the contract has it
}

/** A field both have changed to different things. */
export interface Clash {
  field: keyof PanelDraft;
  mine: string;
  theirs: string;
}

/**
 * What a panel does when the record was changed by another user meanwhile: fields only they changed are taken over, fields
 * both changed are put before the person.
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

/** As the server will cut them, so that blanks and stray commas are no change. */
function tidyTags(text: string): string {
  const tags = text.split(",").map((tag) => tag.trim());
  return tags.filter((tag) => tag !== "").join(", ");
}

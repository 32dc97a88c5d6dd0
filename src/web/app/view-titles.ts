import type { ShellView } from "#shared/http/shell-file.ts";

/** Headings of the views that always have the same one. They are painted before the view's code is loaded. */
export const viewTitles: Partial<Record<string, string>> = {
  about: "About Looby",
  add: "Share something",
  borrowing: "Borrowing",
  library: "The library",
  memories: "Memory Archive",
  needs: "Needs",
  nfc: "Scan a tag",
} satisfies Partial<Record<ShellView, string>>;

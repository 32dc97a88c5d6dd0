/** Milliseconds. The browser reads the file some time after the click has been handled. */
const REVOKE_AFTER_MS = 60_000;

/** Offers a file as a download with this name. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}

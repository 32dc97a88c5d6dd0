/** The browser reads the file some time after the click has been handled. */
const KEPT_MS = 60_000;

/** Gives the browser a file to save under this name. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

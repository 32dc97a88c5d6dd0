/** As many bytes as `isPhoto` looks at. */
export const SIGNATURE_BYTES = 12;

/** Whether a file begins as JPEG, PNG or WebP do, whatever its name says. @param head its first 12 bytes */
export function isPhoto(head: Uint8Array): boolean {
  return (
    begins(head, [0xff, 0xd8, 0xff]) ||
    begins(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) ||
    (begins(head, ascii("RIFF")) && begins(head.subarray(8), ascii("WEBP")))
  );
}

function begins(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

/** Number of bytes `isPhoto` reads. */
export const SIGNATURE_BYTES = 12;

const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

/** Whether a file's first bytes are those of JPEG, PNG or WebP, whatever its name says. @param head its first 12 bytes */
export function isPhoto(head: Uint8Array): boolean {
  return (
    begins(head, [0xff, 0xd8, 0xff]) ||
    begins(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) ||
    (begins(head, RIFF) && begins(head.subarray(8), WEBP))
  );
}

function begins(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

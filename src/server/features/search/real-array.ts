const OID_OF_REAL = 700;

/**
 * Numbers as a parameter of type `real[]` in Postgres' binary format (array_recv): one-dimensional, no nulls, big-endian. As
 * text, 512 numbers take the embedded database 4 ms to parse.
 */
export function realArray(numbers: Float32Array): Buffer {
  const header = [1, 0, OID_OF_REAL, numbers.length, 1]; // dimensions, has nulls, element type, length, first index
  const bytes = Buffer.alloc(header.length * 4 + numbers.length * 8);
  header.forEach((value, index) => bytes.writeInt32BE(value, index * 4));
  numbers.forEach((value, index) => {
    const at = header.length * 4 + index * 8;
    bytes.writeInt32BE(4, at);
    bytes.writeFloatBE(value, at + 4);
  });
  return bytes;
}

const HEAD_BYTES = 44;

/** A wav file of 16-bit sound with one channel. */
export function wavOf(sound: Uint8Array, sampleRate = 16_000): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write("RIFF\0\0\0\0WAVEfmt ");
  head.writeUInt32LE(HEAD_BYTES - 8 + sound.length, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(2 * sampleRate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}

/** The 16-bit sound in a wav file. */
export function soundIn(wav: Buffer): Buffer {
  return wav.subarray(wav.indexOf("data") + 8);
}

/**
 * The signs of vectors, one bit per number, and how many of them differ from a query's (Hamming distance). 512 numbers take 64
 * bytes, so a large library can be scanned completely: 100,000 vectors in about a millisecond, with WebAssembly's 128-bit
 * instructions. The distance gives only a rough angle, so callers compare the nearest ones more closely.
 */
export class SignCodes {
  readonly #stride: number;
  readonly #memory: WasmMemory = new webAssembly.Memory({ initial: 1 });
  readonly #measure: (codes: number, count: number, blocks: number, question: number, out: number) => void;
  #capacity = 0;

  /** @param dimensions of a vector */
  constructor(dimensions: number) {
    this.#stride = Math.ceil(dimensions / BLOCK_BITS) * BLOCK_BYTES;
    const instance = new webAssembly.Instance(distanceModule, { js: { memory: this.#memory } });
    this.#measure = instance.exports.measure;
    this.#reserve(FIRST_CAPACITY);
  }

  /** Bytes used. */
  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  set(place: number, vector: Float32Array): void {
    if (place >= this.#capacity) this.#reserve(Math.max(place + 1, this.#capacity * 2));
    this.#write(this.#codesAt + place * this.#stride, vector);
  }

  /**
   * For each of the first `count` vectors, the number of signs that differ from the query's. The array is overwritten by the next
   * call.
   */
  distances(question: Float32Array, count: number): Uint16Array {
    this.#write(0, question);
    this.#measure(this.#codesAt, count, this.#stride / BLOCK_BYTES, 0, this.#outAt);
    return new Uint16Array(this.#memory.buffer, this.#outAt, count);
  }

  /** The query's own code comes first. */
  get #codesAt(): number {
    return this.#stride;
  }

  get #outAt(): number {
    return this.#codesAt + this.#capacity * this.#stride;
  }

  #reserve(capacity: number): void {
    this.#capacity = capacity;
    const missing = this.#outAt + capacity * Uint16Array.BYTES_PER_ELEMENT - this.bytes;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
  }

  #write(at: number, vector: Float32Array): void {
    const code = new Uint8Array(this.#memory.buffer, at, this.#stride).fill(0);
    for (let index = 0; index < vector.length; index += 1) {
      if ((vector[index] ?? 0) > 0) code[index >> 3] = (code[index >> 3] ?? 0) | (1 << (index & 7));
    }
  }
}

const BLOCK_BYTES = 16;
const BLOCK_BITS = 128;
const PAGE_BYTES = 65_536;
const FIRST_CAPACITY = 256;

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The server is type-checked without the DOM types that declare it. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: {
    Memory: new (size: { initial: number }) => WasmMemory;
    Module: new (bytes: Uint8Array) => object;
    Instance: new (
      module: object,
      imports: { js: { memory: WasmMemory } },
    ) => { exports: { measure: (this: void, ...numbers: number[]) => void } };
  };
};

// The WebAssembly module, assembled by hand, because a toolchain for one loop would be excessive. In text form:
//
//   (func (export "measure") (param $codes i32) (param $count i32) (param $blocks i32) (param $question i32) (param $out i32)
//     (local $block i32) (local $at i32) (local $sum v128)
//     (block $done (loop $code
//       (br_if $done (i32.eqz (local.get $count)))
//       (local.set $sum (v128.const 0))  (local.set $block (local.get $blocks))  (local.set $at (local.get $question))
//       (loop $bits
//         (local.set $sum (i16x8.add (local.get $sum) (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt
//           (v128.xor (v128.load (local.get $codes)) (v128.load (local.get $at)))))))
//         ;; $codes += 16, $at += 16, $block -= 1
//         (br_if $bits (local.get $block)))
//       (i32.store16 (local.get $out) (the sum of the four lanes of (i32x4.extadd_pairwise_i16x8_u (local.get $sum))))
//       ;; $out += 2, $count -= 1
//       (br $code))))
const [codes, count, blocks, question, out, block, at, sum] = [0, 1, 2, 3, 4, 5, 6, 7];
const I32 = 0x7f;
const V128 = 0x7b;
const VOID = 0x40;
const END = 0x0b;
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const add = (local: number, by: number) => [...get(local), 0x41, by & 0x7f, 0x6a, ...set(local)]; // i32.const, i32.add
const vectorLoad = (local: number) => [...get(local), 0xfd, 0x00, 0x00, 0x00];
const lanes = [...get(sum), 0xfd, 0x7f, ...set(sum)]; // i32x4.extadd_pairwise_i16x8_u
const lane = (index: number) => [...get(sum), 0xfd, 0x1b, index]; // i32x4.extract_lane
const instructions = [
  [0x02, VOID], // block
  [0x03, VOID], // loop
  [...get(count), 0x45, 0x0d, 0x01], // i32.eqz, br_if
  [0xfd, 0x0c, ...Array.from({ length: BLOCK_BYTES }, () => 0), ...set(sum)], // v128.const
  [...get(blocks), ...set(block), ...get(question), ...set(at)],
  [0x03, VOID], // loop
  [...get(sum), ...vectorLoad(codes), ...vectorLoad(at)],
  [0xfd, 0x51, 0xfd, 0x62, 0xfd, 0x7d, 0xfd, 0x8e, 0x01, ...set(sum)], // xor, popcnt, extadd_pairwise, i16x8.add
  [...add(codes, BLOCK_BYTES), ...add(at, BLOCK_BYTES), ...add(block, -1)],
  [...get(block), 0x0d, 0x00, END], // br_if
  lanes,
  [...get(out), ...lane(0), ...lane(1), 0x6a, ...lane(2), 0x6a, ...lane(3), 0x6a, 0x3b, 0x01, 0x00], // i32.store16
  [...add(out, 2), ...add(count, -1), 0x0c, 0x00], // br
  [END, END, END],
].flat();
const text = (letters: string) => [letters.length, ...new TextEncoder().encode(letters)];
const unsigned = (value: number) => [(value & 0x7f) | 0x80, value >> 7]; // LEB128 in two bytes
const section = (id: number, bytes: number[]) => [id, ...unsigned(bytes.length), ...bytes];
const body = [2, 2, I32, 1, V128, ...instructions]; // there are two types of locals
const distanceModule = new webAssembly.Module(
  Uint8Array.from(
    [
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // "\0asm", version 1
      section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]), // one type: five numbers, no result
      section(2, [1, ...text("js"), ...text("memory"), 0x02, 0x00, 0x01]), // memory of at least one page
      section(3, [1, 0]),
      section(7, [1, ...text("measure"), 0x00, 0]),
      section(10, [1, ...unsigned(body.length), ...body]),
    ].flat(),
  ),
);

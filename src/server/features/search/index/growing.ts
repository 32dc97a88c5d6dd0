type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** A typed array with room for at least `length` numbers: the given one, or a copy of twice the size. */
export function withRoom<T extends Numbers>(numbers: T, length: number): T {
  if (length <= numbers.length) return numbers;
  const longer = new (numbers.constructor as new (length: number) => T)(Math.max(length, numbers.length * 2));
  longer.set(numbers as never);
  return longer;
}

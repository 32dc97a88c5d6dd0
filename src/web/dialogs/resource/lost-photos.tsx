/** Says of a kept write, opened again, what this device has lost of it. */
export function LostPhotos({ count }: { count: number }) {
  if (count === 0) return null;
  return <p>{count === 1 ? "One photo is" : `${count} photos are`} no longer on this device.</p>;
}

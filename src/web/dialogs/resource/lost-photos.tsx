/** Shows how many photos of a reopened queued write this device has lost. */
export function LostPhotos({ count }: { count: number }) {
  if (count === 0) return null;
  return <p>{count === 1 ? "One photo is" : `${count} photos are`} no longer on this device.</p>;
}

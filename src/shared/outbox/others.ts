import { bundlesOf, type Operation } from "./operation.ts";

/** Data queued on this device for a user other than the present one. The present user sees only this summary. */
export interface WaitingOfOther {
  userId: string;
  /** Null for a visitor, and for rows from older versions of the app. */
  name: string | null;
  /** Number of bundles and of recordings that are not transcribed yet. */
  count: number;
  /**
   * Whether the present person may save it as a file: no user is signed in, and the owner did not sign out. Their session expired, so the
   * present person is most likely the owner.
   */
  maySave: boolean;
  /** An account can sign in again; a visitor cannot return. */
  isAccount: boolean;
}

/** The part of a stored recording that names its owner. */
export interface RecordingOf {
  userId: string;
}

/**
 * @param operations of all users on this device
 * @param present the user on the device now
 * @param isVisitor whether an id belongs to a visitor, not an account
 */
export function waitingOfOthers(
  operations: readonly Operation[],
  recordings: readonly RecordingOf[],
  present: string,
  isVisitor: (userId: string) => boolean,
): WaitingOfOther[] {
  const ids = new Set([...operations, ...recordings].map(({ userId }) => userId));
  ids.delete(present);
  return [...ids].map((userId) => {
    const theirs = operations.filter((operation) => operation.userId === userId);
    const recordingCount = recordings.filter((recording) => recording.userId === userId).length;
    const hasLeft = theirs.some(({ isLeft }) => isLeft === true);
    return {
      userId,
      name: theirs.findLast(({ userName }) => userName)?.userName ?? null,
      count: bundlesOf(theirs).length + recordingCount,
      maySave: isVisitor(present) && !hasLeft,
      isAccount: userId !== "" && !isVisitor(userId),
    };
  });
}

/** "3 things of Ada wait here until Ada signs in." */
export function sentenceOfWaiting({ name, count, isAccount }: WaitingOfOther): string {
  const things = count === 1 ? "1 thing" : `${count} things`;
  const wait = count === 1 ? "waits" : "wait";
  if (!isAccount) return `${things} of another user of this device ${wait} here.`;
  const whose = name ?? "another user of this device";
  return `${things} of ${whose} ${wait} here until ${name ?? "they"} ${name === null ? "sign" : "signs"} in.`;
}

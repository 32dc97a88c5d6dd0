import { bundlesOf, type Operation } from "./operation.ts";

/** What waits on a device for a user who is not on it now. The user who is on it sees no more of it than this. */
export interface WaitingOfOther {
  userId: string;
  /** Null for a visitor, and where an older version of the app has not kept it. */
  name: string | null;
  /** Things as a person counts them, and recordings that are not in words yet. */
  count: number;
  /**
   * Whether who is here may save it as a file: nobody is signed in, and its person has not signed out but was, by the end of
   * their session. Then it is most likely theirs.
   */
  maySave: boolean;
  /** An account can be signed in to again, a visitor is gone. */
  isAccount: boolean;
  /** The account was made after the moment the server was set back to, so nobody can sign in to it any more. */
  isLost: boolean;
  /** Whether who is here may say that all of it is theirs: they are signed in, and its person was, too, without signing out. */
  mayAdopt: boolean;
}

/** The part of a kept recording that says whose it is. */
export interface RecordingOf {
  userId: string;
}

/**
 * @param operations of everybody on this device
 * @param present who is on it now
 * @param isVisitor tells visitors' ids from those of accounts
 * @param lost ids of accounts the server does not have any more because it was set back
 */
export function waitingOfOthers(
  operations: readonly Operation[],
  recordings: readonly RecordingOf[],
  present: string,
  isVisitor: (userId: string) => boolean,
  lost: readonly string[] = [],
): WaitingOfOther[] {
  const ids = new Set([...operations, ...recordings].map(({ userId }) => userId));
  ids.delete(present);
  return [...ids].map((userId) => {
    const theirs = operations.filter((operation) => operation.userId === userId);
    const said = recordings.filter((recording) => recording.userId === userId).length;
    const hasLeft = theirs.some(({ isLeft }) => isLeft === true);
    const isLost = lost.includes(userId);
    return {
      userId,
      name: theirs.findLast(({ userName }) => userName)?.userName ?? null,
      count: bundlesOf(theirs).length + said,
      maySave: isVisitor(present) && !hasLeft,
      isAccount: userId !== "" && !isVisitor(userId),
      isLost,
      mayAdopt: isLost && !isVisitor(present) && !hasLeft,
    };
  });
}

/** "3 things of Ada wait here until Ada signs in." */
export function sentenceOfWaiting({ name, count, isAccount, isLost }: WaitingOfOther): string {
  const things = count === 1 ? "1 thing" : `${count} things`;
  const wait = count === 1 ? "waits" : "wait";
  if (!isAccount) return `${things} of somebody who used this device ${wait} here.`;
  const whose = name ?? "somebody who used this device";
  if (isLost)
    return `${things} of ${whose} ${wait} here. The server was set back to before this account was made, so the account is gone.`;
  return `${things} of ${whose} ${wait} here until ${name ?? "they"} ${name === null ? "sign" : "signs"} in.`;
}

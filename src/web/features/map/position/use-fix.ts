import { useEffect, useState } from "react";
import { type Fix, isPositionAllowed, watchPosition } from "#web/lib/device/position.ts";

export interface FixState {
  /** The last fix, however old; `isFresh` is true while it is valid. */
  fix: Fix | null;
  /** The reason why the device reports no position now, as a sentence. */
  problem: string | null;
  /** Whether the device's position is being requested. An error does not end the request, a refusal does. */
  isWatching: boolean;
  /** Starts following the device. The browser may ask the user for permission. */
  start: () => void;
}

/** The device's position, once the user requests it, or immediately if permission was granted before. */
export function useFix(): FixState {
  const [isWatching, setIsWatching] = useState(false);
  const [fix, setFix] = useState<Fix | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let isGone = false;
    void isPositionAllowed().then((isAllowed) => {
      if (isAllowed && !isGone) setIsWatching(true);
    });
    return () => {
      isGone = true;
    };
  }, []);

  useEffect(() => {
    if (!isWatching) return;
    return watchPosition(
      (next) => {
        setFix(next);
        setProblem(null);
      },
      ({ reason, isFinal }) => {
        setProblem(reason);
        if (isFinal) setIsWatching(false);
      },
    );
  }, [isWatching]);

  return {
    fix,
    problem,
    isWatching,
    start() {
      setProblem(null);
      setIsWatching(true);
    },
  };
}

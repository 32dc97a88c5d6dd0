import { useEffect, useState } from "react";
import { type Fix, isPositionAllowed, watchPosition } from "#web/lib/device/position.ts";

export interface FixState {
  /** The last fix, however old: `isFresh` tells whether it is still valid. */
  fix: Fix | null;
  /** Why the device reports no position now, as a sentence. */
  problem: string | null;
  /** Whether the device is being asked; an error does not end it, a refusal does. */
  isWatching: boolean;
  /** Starts following the device; the browser may ask the user for permission. */
  start: () => void;
}

/** The device's position, from when the user asks for it; at once when permission was given before. */
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

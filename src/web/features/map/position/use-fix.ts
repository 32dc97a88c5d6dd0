import { useEffect, useState } from "react";
import { type Fix, isPositionAllowed, watchPosition } from "#web/lib/device/position.ts";

export interface FixState {
  /** The last one, however old: `isFresh` tells whether one is still there. */
  fix: Fix | null;
  /** Why the device cannot tell just now, as a sentence. */
  problem: string | null;
  /** The device is being asked; an error does not end it, a refusal does. */
  isWatching: boolean;
  /** Begins to follow the device; the browser may ask the person. */
  start: () => void;
}

/** Where the device is, from when the person asks for it; at once where they have allowed it before. */
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

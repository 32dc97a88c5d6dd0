import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Point } from "#shared/features/resources/near.ts";
import { currentPosition, isPositionAllowed } from "#web/lib/device/position.ts";

export interface NearMe {
  /** This device's position; null when it is unknown or not requested. */
  point: Point | null;
  state: "idle" | "finding" | { reason: string };
  toggle: () => void;
}

/**
 * This device's position for "Near me". The browser asks for permission only after a tap. An address with `near=me`, for example after a
 * reload, uses the position only if the user has allowed it before.
 * @param isNear whether the address contains it
 * @param onChange sets or clears it in the address
 */
export function useNearMe(isNear: boolean, onChange: (isNear: boolean) => void): NearMe {
  const [point, setPoint] = useState<Point | null>(null);
  const [state, setState] = useState<NearMe["state"]>("idle");
  const isLeft = useRef(false);

  async function find(): Promise<void> {
    if (state === "finding") return;
    setState("finding");
    const position = await currentPosition();
    // The user is on another page by now.
    if (isLeft.current) return;
    setState(position.isKnown ? "idle" : { reason: position.reason });
    if (!position.isKnown) return;
    setPoint(position);
    if (!isNear) onChange(true);
  }
  const findAgain = useEffectEvent((isAllowed: boolean) => (isAllowed && isNear ? void find() : undefined));
  useEffect(() => {
    isLeft.current = false;
    void isPositionAllowed().then((isAllowed) => findAgain(isAllowed));
    return () => {
      isLeft.current = true;
    };
  }, []);
  return {
    point: isNear ? point : null,
    state,
    toggle: () => {
      if (!isNear || point === null) return void find();
      setState("idle");
      onChange(false);
    },
  };
}

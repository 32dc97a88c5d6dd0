import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { followsEnd, isJumpOffered, type ScrollMetrics } from "./stick-to-end.ts";

interface StickToEnd {
  /** The scrolling element. */
  listRef: RefObject<HTMLDivElement | null>;
  /** What grows inside it. */
  contentRef: RefObject<HTMLDivElement | null>;
  isJumpOffered: boolean;
  jumpToEnd: () => void;
  /** The reader goes elsewhere: what is drawn next does not bring them back. */
  release: () => void;
}

/**
 * Keeps a growing list at its end for as long as the reader is there.
 *
 * @param sentId changes when the reader sends something: that always brings them to the end
 * @param epoch changes with the conversation: the new one is shown at its end at once
 */
export function useStickToEnd(sentId: string, epoch: number): StickToEnd {
  const listRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const [offered, setOffered] = useState(false);

  useEffect(() => {
    const list = listRef.current;
    const content = contentRef.current;
    if (list === null || content === null) return;
    let before = measure(list);
    const handleScroll = (): void => {
      const now = measure(list);
      isFollowing.current = followsEnd(isFollowing.current, before, now);
      before = now;
      setOffered(isJumpOffered(now));
    };
    const handleResize = (): void => {
      if (isFollowing.current) list.scrollTop = list.scrollHeight;
      before = measure(list);
      setOffered(isJumpOffered(before));
    };
    const sizes = new ResizeObserver(handleResize);
    sizes.observe(content);
    // The keyboard of a phone, or a taller composer, makes the list shorter.
    sizes.observe(list);
    list.addEventListener("scroll", handleScroll, { passive: true });
    return () => {
      sizes.disconnect();
      list.removeEventListener("scroll", handleScroll);
    };
  }, []);

  const jumpToEnd = useCallback(() => {
    const list = listRef.current;
    if (list === null) return;
    isFollowing.current = true;
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    list.scrollTo({ top: list.scrollHeight, behavior: isStill ? "instant" : "smooth" });
  }, []);

  const release = useCallback(() => {
    isFollowing.current = false;
  }, []);

  useEffect(() => {
    if (sentId !== "") jumpToEnd();
  }, [sentId, jumpToEnd]);

  useLayoutEffect(() => {
    isFollowing.current = true;
    const list = listRef.current;
    if (list !== null) list.scrollTop = list.scrollHeight;
  }, [epoch]);

  return { listRef, contentRef, isJumpOffered: offered, jumpToEnd, release };
}

function measure({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollMetrics {
  return { scrollTop, scrollHeight, clientHeight };
}

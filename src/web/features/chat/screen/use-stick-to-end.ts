import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { followsEnd, isJumpOffered, type ScrollMetrics } from "../conversation/stick-to-end.ts";

/** Pixels above an answer. */
const MARGIN = 12;

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
 * Keeps a growing list at its end for as long as the reader is there. An answer to what they have just sent is followed until its
 * beginning is at the top, and no further: it is read from there, and help stands in its first lines.
 *
 * @param sentId changes when the reader sends something: that always brings them to the end
 * @param epoch changes with the conversation: the new one is shown at its end at once
 */
export function useStickToEnd(sentId: string, epoch: number): StickToEnd {
  const listRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const isAnswerAwaited = useRef(false);
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
      const top = isAnswerAwaited.current ? answerTop(list, content) : null;
      const isWhole = top === null || list.scrollHeight - list.clientHeight <= top;
      if (isFollowing.current) {
        if (isWhole) list.scrollTop = list.scrollHeight;
        else if (top > list.scrollTop) list.scrollTop = top;
      }
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
    isAnswerAwaited.current = false;
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    list.scrollTo({ top: list.scrollHeight, behavior: isStill ? "instant" : "smooth" });
  }, []);

  const release = useCallback(() => {
    isFollowing.current = false;
  }, []);

  useEffect(() => {
    if (sentId === "") return;
    jumpToEnd();
    isAnswerAwaited.current = true;
  }, [sentId, jumpToEnd]);

  useLayoutEffect(() => {
    isFollowing.current = true;
    isAnswerAwaited.current = false;
    const list = listRef.current;
    if (list !== null) list.scrollTop = list.scrollHeight;
  }, [epoch]);

  return { listRef, contentRef, isJumpOffered: offered, jumpToEnd, release };
}

/** Where the list has to be for the newest answer to begin at its top; null while the newest message is no answer. */
function answerTop(list: HTMLElement, content: HTMLElement): number | null {
  const newest = [...content.querySelectorAll("[data-message]")].at(-1);
  if (newest === undefined || !newest.hasAttribute("data-answer")) return null;
  return list.scrollTop + newest.getBoundingClientRect().top - list.getBoundingClientRect().top - MARGIN;
}

function measure({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollMetrics {
  return { scrollTop, scrollHeight, clientHeight };
}

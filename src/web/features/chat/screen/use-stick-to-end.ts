import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";
import {
  followsEnd,
  isJumpOffered,
  readingStart,
  type ScrollMetrics,
  type Span,
} from "../conversation/stick-to-end.ts";

/** Height at the end of the list that the jump button covers, in CSS pixels. */
const JUMP_HEIGHT = 64;

interface StickToEnd {
  /** The scrolling element. */
  listRef: RefObject<HTMLDivElement | null>;
  /** The growing content inside it. */
  contentRef: RefObject<HTMLDivElement | null>;
  /** Empty space below the content, so that a short answer can be read from its question at the top. */
  roomRef: RefObject<HTMLDivElement | null>;
  /** False over a help card, which must not be covered. */
  isJumpOffered: boolean;
  jumpToEnd: () => void;
  /** Stops following the end, because the user navigates elsewhere. */
  release: () => void;
}

interface ListMoment {
  sentId: string;
  epoch: number;
  isAnswering: boolean;
}

/**
 * Scrolls a list with its end while the user is there. A new message moves to the top and stays there while its answer is written below it,
 * so that the text in view does not move and the most relevant content is read first.
 *
 * @param sentId the question to scroll to; changes when the user sends a message
 * @param epoch changes with the conversation; a different conversation is shown at its end immediately
 * @param isAnswering whether the newest message is still being answered
 */
export function useStickToEnd({ sentId, epoch, isAnswering }: ListMoment): StickToEnd {
  const listRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const roomRef = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const isReadFromQuestion = useRef(false);
  const settle = useRef(() => {});
  const seen = useRef<ListMoment | null>(null);
  const [offered, setOffered] = useState(false);

  // A layout effect, before those below that position the list.
  useLayoutEffect(() => {
    const list = listRef.current;
    const content = contentRef.current;
    const room = roomRef.current;
    if (list === null || content === null || room === null) return;
    let before = measure(list);
    let settledAt: number | null = null;
    const offer = (): void => {
      before = measure(list);
      const beyond = { ...before, scrollHeight: before.scrollHeight - room.offsetHeight };
      setOffered(isJumpOffered(beyond) && !isHelpUnderJump(list));
    };
    const handleScroll = (): void => {
      isFollowing.current = followsEnd(isFollowing.current, before, measure(list));
      offer();
    };
    settle.current = () => {
      content.toggleAttribute("data-from-top", isReadFromQuestion.current);
      const turn = isReadFromQuestion.current ? turnOf(content, seen.current?.sentId) : null;
      const start = turn === null ? null : readingStart(turn, list.clientHeight);
      room.style.blockSize = `${start?.room ?? 0}px`;
      if (isFollowing.current) {
        if (start === null) list.scrollTop = list.scrollHeight;
        // Do not move a user who has scrolled further down. Otherwise keep the question in view, whatever changes above it.
        else if (start.top > list.scrollTop || Math.abs(list.scrollTop - (settledAt ?? -2)) <= 1)
          list.scrollTop = start.top;
        settledAt = start === null || list.scrollTop > start.top + 1 ? null : list.scrollTop;
      }
      offer();
    };
    const sizes = new ResizeObserver(() => settle.current());
    sizes.observe(content);
    // A phone's keyboard or a taller composer shortens the list.
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
    isReadFromQuestion.current = false;
    const end = list.scrollHeight - (roomRef.current?.offsetHeight ?? 0);
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    list.scrollTo({ top: end - list.clientHeight, behavior: isStill ? "instant" : "smooth" });
  }, []);

  const release = useCallback(() => {
    isFollowing.current = false;
  }, []);

  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = { sentId, epoch, isAnswering };
    const isSameTurn = before?.sentId === sentId && sentId !== "";
    if (!isSameTurn) {
      isFollowing.current = true;
      isReadFromQuestion.current = sentId !== "" && (isAnswering || before?.epoch === epoch);
    } else if (isAnswering && !before.isAnswering) {
      // A queued message is sent, or an answer is requested again.
      isReadFromQuestion.current = true;
    } else if (before.epoch === epoch) return;
    settle.current();
  }, [sentId, epoch, isAnswering]);

  return { listRef, contentRef, roomRef, isJumpOffered: offered, jumpToEnd, release };
}

/** A question with the answer below it, from the content's top; null while it is not rendered. */
function turnOf(
  content: HTMLElement,
  id: string | undefined,
): { question: Span; answer: Span | null; end: number } | null {
  const messages = [...content.querySelectorAll<HTMLElement>("[data-message]")];
  const index = messages.findIndex(({ dataset }) => dataset["message"] === id);
  const question = messages[index];
  if (question === undefined) return null;
  const answer = messages[index + 1];
  const { top, height } = content.getBoundingClientRect();
  const spanOf = (element: Element): Span => {
    const box = element.getBoundingClientRect();
    return { top: box.top - top, bottom: box.bottom - top };
  };
  return { question: spanOf(question), answer: answer === undefined ? null : spanOf(answer), end: height };
}

/** Whether a help card is at the position of the jump button. */
function isHelpUnderJump(list: HTMLElement): boolean {
  const { bottom } = list.getBoundingClientRect();
  return [...list.querySelectorAll("[data-help]")].some((card) => {
    const box = card.getBoundingClientRect();
    return box.top < bottom && box.bottom > bottom - JUMP_HEIGHT;
  });
}

function measure({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollMetrics {
  return { scrollTop, scrollHeight, clientHeight };
}

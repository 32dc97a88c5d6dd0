/** The scroll position of a list, in CSS pixels. */
export interface ScrollMetrics {
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
}

/** The jump to the end is offered beyond this distance from it. */
const OFFER_JUMP_BEYOND = 150;
/** Within this distance the user counts as being at the end: less than a line of text. */
const AT_END_WITHIN = 20;

export function distanceFromEnd(list: ScrollMetrics): number {
  return Math.max(0, list.scrollHeight - list.clientHeight - list.scrollTop);
}

export function isJumpOffered(list: ScrollMetrics): boolean {
  return distanceFromEnd(list) > OFFER_JUMP_BEYOND;
}

/**
 * Whether the list should continue following its end after a scroll event.
 *
 * The smallest upward scroll by the user stops following immediately, even close to the end; only reaching the end starts it again. Growing
 * content changes neither: it moves the end, not the user's position. When the content shrinks, the browser itself scrolls the list up, and
 * the user is then at the end.
 */
export function followsEnd(wasFollowing: boolean, before: ScrollMetrics, now: ScrollMetrics): boolean {
  const hasShrunk = now.scrollHeight - now.clientHeight < before.scrollHeight - before.clientHeight;
  if (now.scrollTop < before.scrollTop && !hasShrunk) return false;
  return wasFollowing || distanceFromEnd(now) <= AT_END_WITHIN;
}

/** A part of the list's content, in CSS pixels from the content's top. */
export interface Span {
  top: number;
  bottom: number;
}

/** Space above the topmost message, in CSS pixels. */
const MARGIN = 20;
/** A question that takes up more than this share of the view is scrolled out to make room for its answer. */
const LONGEST_QUESTION = 0.5;
/** Height of an answer to the end of its first line, with the frame of a help card. */
const FIRST_LINE = 64;

/**
 * Computes where to scroll for the newest turn: its question at the top and the answer below it. In a low view, the question is scrolled
 * out as far as the first line of the answer needs. A long question is scrolled out completely.
 * @returns the scroll position, and the empty space needed below the content for it
 */
export function readingStart(
  { question, answer, end }: { question: Span; answer: Span | null; end: number },
  viewHeight: number,
): { top: number; room: number } {
  const top = Math.max(0, startOf(question, answer, viewHeight) - MARGIN);
  return { top, room: Math.max(0, Math.ceil(top + viewHeight - end)) };
}

function startOf(question: Span, answer: Span | null, viewHeight: number): number {
  if (answer === null) return question.top;
  if (question.bottom - question.top > viewHeight * LONGEST_QUESTION) return answer.top;
  return Math.min(answer.top, Math.max(question.top, answer.top + FIRST_LINE - viewHeight + MARGIN));
}

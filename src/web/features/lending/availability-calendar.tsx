import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Calendar } from "#shared/features/lending/contract.ts";
import { mondayOf, weeksOf } from "#shared/features/lending/calendar-days.ts";
import { addDays, type Day, isTaken } from "#shared/features/lending/days.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./availability-calendar.module.css";

interface AvailabilityCalendarProps {
  /** Null until loaded; no day looks free before. */
  taken: Calendar["taken"] | null;
  /** The chosen days, inclusive. */
  first: Day | null;
  last: Day | null;
  today: Day;
  onChoose: (day: Day) => void;
}

/** A month with its booked and chosen days. Arrow keys move by days and weeks, Page Up and Down by months. */
export function AvailabilityCalendar({ taken, first, last, today, onChoose }: AvailabilityCalendarProps) {
  const [focused, setFocused] = useState<Day>(first !== null && first >= today ? first : today);
  const [shownFirst, setShownFirst] = useState(first);
  // Chosen elsewhere, for example by a chip: show its month.
  if (first !== shownFirst) {
    setShownFirst(first);
    if (first !== null && first >= today) setFocused(first);
  }
  const table = useRef<HTMLTableElement>(null);
  const month = focused.slice(0, 7);
  const move = (day: Day, focuses: boolean) => {
    const to = day < today ? today : day;
    // The next key may follow at once, and the button of another month exists only once it is rendered.
    flushSync(() => setFocused(to));
    if (focuses) table.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    const to = dayAfterKey(event.key, focused);
    if (to === null) return;
    event.preventDefault();
    move(to, true);
  };
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton
          label="Month before"
          icon={ChevronLeft}
          disabled={month <= today.slice(0, 7)}
          onClick={() => move(`${addDays(`${month}-01`, -1).slice(0, 7)}-01`, false)}
        />
        <p className={styles.month} aria-live="polite">
          {monthFormat.format(dateOf(`${month}-01`))}
        </p>
        <IconButton
          label="Month after"
          icon={ChevronRight}
          onClick={() => move(addDays(`${month}-28`, 4).slice(0, 7) + "-01", false)}
        />
      </div>
      {/* A grid of days as defined by WAI-ARIA: a table that handles keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-label="Days" ref={table} className={styles.days} onKeyDown={handleKey}>
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col" abbr={day}>
                {day.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, today).map((week) => (
            <tr key={week[0]}>
              {week.map((day) =>
                day.startsWith(month) ? (
                  <DayCell
                    key={day}
                    day={day}
                    isUnknown={taken === null}
                    isTaken={taken !== null && isTaken(taken, day)}
                    isPast={day < today}
                    isChosen={first !== null && day >= first && day <= (last ?? first)}
                    isFocused={day === focused}
                    onChoose={() => {
                      setFocused(day);
                      onChoose(day);
                    }}
                  />
                ) : (
                  // A day of another month cannot be chosen.
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
                  <td key={day} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.legend} role="status">
        {taken === null ? "The free days aren’t known yet. " : null}
        <span className={styles.sign} data-sign="taken" /> taken{" "}
        <span className={styles.sign} data-sign="chosen" /> yours
      </p>
    </div>
  );
}

interface DayCellProps {
  day: Day;
  isUnknown: boolean;
  isTaken: boolean;
  isPast: boolean;
  isChosen: boolean;
  isFocused: boolean;
  onChoose: () => void;
}

function DayCell({ day, isUnknown, isTaken: isGone, isPast, isChosen, isFocused, onChoose }: DayCellProps) {
  const state = isGone
    ? ", taken"
    : isPast
      ? ", over"
      : isChosen
        ? ", chosen"
        : isUnknown
          ? ", not known yet"
          : "";
  const isClosed = isUnknown || isGone || isPast;
  return (
    <td aria-selected={isChosen}>
      <button
        type="button"
        className={styles.day}
        data-day={day}
        data-taken={isGone || undefined}
        data-chosen={isChosen || undefined}
        aria-label={`${dayFormat.format(dateOf(day))}${state}`}
        aria-disabled={isClosed}
        tabIndex={isFocused ? 0 : -1}
        onClick={isClosed ? undefined : onChoose}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}

function dayAfterKey(key: string, day: Day): Day | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "PageUp":
      return `${addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
    case "PageDown":
      return `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
    case "Home":
      return mondayOf(day);
    case "End":
      return addDays(mondayOf(day), 6);
    default:
      return null;
  }
}

function dateOf(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const monthFormat = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
const dayFormat = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: "UTC" });

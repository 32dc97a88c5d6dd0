import { degreesPerHour } from "./spec-constants.ts";

/**
 * Hours on the city's twelve-hour clock from "h:mm" (also "h.mm", as written in much of Europe): 12:30 is 0.5, so the value grows clockwise
 * from 12:00. Null for a time that no clock shows.
 */
export function parseClock(text: string): number | null {
  const match = /^(\d{1,2})[:.](\d{2})$/.exec(text);
  const hours = Number(match?.[1]);
  const minutes = Number(match?.[2]);
  if (!match || hours < 1 || hours > 12 || minutes > 59) return null;
  return (hours % 12) + minutes / 60;
}

/** "h:mm" rounded to the minute, for any number of hours (13 is 1:00, -0.5 is 11:30). */
export function formatClock(hours: number): string {
  const minutes = ((Math.round(hours * 60) % 720) + 720) % 720;
  const hour = Math.floor(minutes / 60) || 12;
  return `${hour}:${String(minutes % 60).padStart(2, "0")}`;
}

/** Degrees clockwise from 12:00. */
export function clockDegrees(hours: number): number {
  return hours * degreesPerHour;
}

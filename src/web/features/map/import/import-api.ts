import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type ImportEvent,
  type ImportReport,
  importCamps,
  listCampYears,
} from "#shared/features/map/import-contract.ts";
import { problemStatus, type ProblemCode } from "#shared/http/problem.ts";
import { call, send } from "#web/lib/server/api-client.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { followStream } from "#web/lib/server/event-stream.ts";

export const campYearsQuery = queryOptions({
  queryKey: ["camp-years"],
  // Only operators may see it, so it is not stored.
  meta: { isStored: false },
  queryFn: async ({ signal }) => call(listCampYears, {}, { signal }),
});

export interface CampOrder {
  file: File;
  year: string;
  mode: "preview" | "import";
  leaveOut: boolean;
  /** An instant, `none`, or null to leave it unchanged. */
  locationsFrom: string | null;
}

export type ImportProgress = Extract<ImportEvent, { type: "progress" }>;

/** Sends a file of camps and follows the import. A lost connection is restored; the import runs only once. */
export function useCampImport() {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const mutation = useMutation({
    mutationFn: async (order: CampOrder) => followImport(order, setProgress),
    onSuccess: async (report) => {
      if (!report.isImported) return;
      // Every view that shows a camp or its place.
      await queries.invalidateQueries();
    },
    onSettled: () => setProgress(null),
  });
  return { ...mutation, progress };
}

async function followImport(
  { leaveOut, locationsFrom, ...order }: CampOrder,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const body = {
    ...order,
    ...(leaveOut ? { leaveOut: "true" as const } : {}),
    ...(locationsFrom === null ? {} : { locationsFrom }),
  };
  let end: Exclude<ImportEvent, ImportProgress> | null = null;
  await followStream({
    signal: new AbortController().signal,
    connect: async (_after, signal) => send(importCamps, { body }, { signal }),
    onFrame({ data }) {
      const event = JSON.parse(data) as ImportEvent;
      if (event.type === "progress") onProgress(event);
      else end = event;
    },
  });
  return reportOf(end);
}

function reportOf(end: Exclude<ImportEvent, ImportProgress> | null): ImportReport {
  if (end === null)
    throw new ApiError("garbled", 200, "The server did not say how the import ended. Please try again.");
  if (end.type === "done") return end.report;
  const code = end.code as ProblemCode; // the server sends no other codes
  throw new ApiError(code, problemStatus[code], end.error);
}

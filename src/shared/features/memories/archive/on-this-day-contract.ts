import * as z from "zod/mini";
import { archivedMemory } from "./archive-contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";

export const listOnThisDay = defineEndpoint({
  id: "memories.on-this-day",
  method: "GET",
  path: "/api/memories/on-this-day",
  summary:
    "One's own memories of this day in earlier years, the newest first; days are those of the festival's zone.",
  response: z.object({ day: z.iso.date(), timeZone: z.string(), memories: z.array(archivedMemory) }),
});

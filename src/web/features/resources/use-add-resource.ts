import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { newId } from "#shared/id.ts";
import type { PickedPhotos } from "../photos/use-picked-photos.ts";
import type { KeptResource } from "./kept-resource.ts";
import type { NewResource } from "./resource-operations.ts";

/**
 * Hands a resource to the outbox and tells how that went. A second try of the same form takes the place of the first.
 * @param kept what is being changed, if anything
 */
export function useAddResource(kept: KeptResource | null) {
  const resourceId = useRef(kept?.resourceId ?? newId());
  const operationIds = useRef<readonly string[]>(kept?.operationIds ?? []);
  return useMutation({
    mutationFn: async (given: Omit<NewResource, "resourceId"> & { markPhoto: PickedPhotos["mark"] }) => {
      const { sendResource } = await import("./send-resource.ts");
      const sent = await sendResource({
        ...given,
        resourceId: resourceId.current,
        instead: operationIds.current,
      });
      // What this device could not keep has taken the place of nothing.
      if (sent.outcome.state !== "not-kept") operationIds.current = sent.operationIds;
      return { ...sent.outcome, operationId: sent.operationId, title: given.draft.title.trim() };
    },
  });
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { SessionUser } from "#shared/features/account/contract.ts";
import type { ChosenPlace } from "#shared/features/map/address/chosen-place.ts";
import { createCommunity } from "#shared/features/communities/create-contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { newId } from "#shared/id.ts";
import { call } from "#web/lib/server/api-client.ts";
import { isPassing } from "#web/lib/server/api-error.ts";

/** From the specification: 3 retries of an upload, after 1 s, 2 s and 4 s. */
const UPLOAD_WAITS_MS = [1000, 2000, 4000];

interface NewCommunity {
  name: string;
  description: string;
  adminUsername: string;
  adminPassword: string;
  place: ChosenPlace;
  photo: File | null;
  maker: SessionUser;
}

/** Creates a community. The request contains a password, so it is never queued: offline it fails immediately. */
export function useCreateCommunity() {
  const client = useQueryClient();
  const id = useRef(newId());
  const uploaded = useRef<{ file: File; path: string } | null>(null);
  return useMutation({
    mutationFn: async ({ place, photo, maker, ...fields }: NewCommunity) => {
      if (photo !== null && uploaded.current?.file !== photo)
        uploaded.current = { file: photo, path: await upload(photo) };
      return await call(createCommunity, {
        body: {
          id: id.current,
          ...fields,
          location: place.address,
          latitude: place.latitude,
          longitude: place.longitude,
          profilePhoto: photo === null ? null : (uploaded.current?.path ?? null),
          createdBy: maker.userId,
          creatorPseudonym: maker.pseudonym,
          status: "active",
        },
      });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["communities"] }),
  });
}

async function upload(file: File): Promise<string> {
  const idempotencyKey = newId();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await call(uploadPhoto, { body: { file, purpose: "profile" } }, { idempotencyKey })).path;
    } catch (error) {
      const wait = UPLOAD_WAITS_MS[attempt];
      if (wait === undefined || !isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

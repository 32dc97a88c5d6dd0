import { useQuery } from "@tanstack/react-query";
import type { Resource } from "#shared/features/resources/contract.ts";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { communityQuery } from "#web/features/communities/api.ts";
import { Button } from "#web/ui/button.tsx";

/** Opens the tag of an item, for its owner and the admins of its community. */
export function TagButton({ resource }: { resource: Resource }) {
  const openDialog = useOpenDialog();
  const user = useSession();
  const isSignedIn = user?.isAnonymous === false;
  const community = useQuery({
    ...communityQuery(resource.loobricateId),
    enabled: isSignedIn && !resource.isMine,
  });
  if (!isSignedIn || (!resource.isMine && community.data?.role !== "admin")) return null;
  return (
    <Button onClick={() => openDialog({ dialog: "tag", id: resource.id })}>
      {resource.tagMark === null ? "Tag this item" : "Tag"}
    </Button>
  );
}

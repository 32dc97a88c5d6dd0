import { useQuery } from "@tanstack/react-query";
import { communityQuery } from "#web/features/communities/api.ts";
import { useVibeUpdates, vibeQuery } from "#web/features/vibe/api.ts";
import { VibeCanvas } from "#web/features/vibe/vibe-canvas.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

/** The vibe of the community a resource belongs to. */
export function CommunityVibe({ communityId }: { communityId: string }) {
  const community = useQuery(communityQuery(communityId));
  const vibe = useQuery(vibeQuery(communityId));
  useVibeUpdates([communityId]);
  if (vibe.isError) return <p>The vibe did not load. It comes back with the signal.</p>;
  if (vibe.data === undefined) return <Spinner label="Loading the vibe" />;
  if (vibe.data === null) return <p>No vibe set yet</p>;
  return <VibeCanvas name={community.data?.name ?? "The community"} vibe={vibe.data} compared={null} />;
}

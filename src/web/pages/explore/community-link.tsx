import { Link } from "@tanstack/react-router";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { buttonClass } from "#web/ui/button.tsx";

/** Link from the map to a community's own page. */
export function CommunityLink({ id }: { id: string }) {
  const { communityNoun } = usePublicSettings();
  return (
    <Link className={buttonClass()} to="/community/$id" params={{ id }}>
      Open this {communityNoun}
    </Link>
  );
}

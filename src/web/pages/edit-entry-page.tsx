import { getRouteApi, Navigate } from "@tanstack/react-router";

const route = getRouteApi("/entries/$id/edit");

/** The EditEntry view: the user's own resources with the edit form over them. */
export function EditEntryPage() {
  const { id } = route.useParams();
  return <Navigate to="/me" search={() => search(id)} replace />;
}

function search(id: string): Record<string, unknown> {
  return { dialog: "edit-entry", id };
}

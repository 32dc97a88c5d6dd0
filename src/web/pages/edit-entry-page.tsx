import { getRouteApi, Navigate } from "@tanstack/react-router";

const route = getRouteApi("/entries/$id/edit");

/** The address of the EditEntry view: one's own things, with the form over them. */
export function EditEntryPage() {
  const { id } = route.useParams();
  return <Navigate to="/me" search={() => search(id)} replace />;
}

function search(id: string): Record<string, unknown> {
  return { dialog: "edit-entry", id };
}

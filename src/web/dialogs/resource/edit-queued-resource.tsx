import { useQuery } from "@tanstack/react-query";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { queuedResourceQuery } from "#web/features/resources/api.ts";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { AddResource } from "./add-resource.tsx";
import { LostPhotos } from "./lost-photos.tsx";

interface EditQueuedResourceProps {
  maker: SessionUser;
  operationId: string;
  onDone: () => void;
}

/** Opens a resource the server refused in the form that made it. */
export function EditQueuedResource({ maker, operationId, onDone }: EditQueuedResourceProps) {
  const queued = useQuery(queuedResourceQuery(operationId)).data;
  if (queued === undefined) return <Spinner label="Loading" />;
  if (queued === null) return <EmptyState title="This is not waiting here any more" />;
  return (
    <>
      <LostPhotos count={queued.lostPhotos} />
      <AddResource maker={maker} queued={queued} onDone={onDone} />
    </>
  );
}

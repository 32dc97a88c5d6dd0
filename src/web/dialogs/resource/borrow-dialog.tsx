import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { DoorDialog } from "../account/door-dialog.tsx";
import { type DialogFrame, idAndDays } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import type { Day } from "#shared/features/lending/days.ts";
import { daysInWords } from "#shared/features/lending/in-words.ts";
import { useWho } from "#web/features/account/session.ts";
import { UnknownUser } from "#web/features/account/unknown-user.tsx";
import { type Asked, RequestForm } from "#web/features/lending/request-form.tsx";
import { resourceQueries } from "#web/features/resources/api.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { QueuedNotice } from "#web/features/resources/form/queued-notice.tsx";

interface BorrowDialogProps extends DialogFrame {
  id: string;
  /** The days already chosen. */
  first?: Day;
  last?: Day;
}

/** Requests to borrow a resource. */
export function BorrowDialog({ id, first, last, ...frame }: BorrowDialogProps): ReactNode {
  const resource = useQuery(resourceQueries.one(id));
  const who = useWho();
  const openDialog = useOpenDialog();
  const [asked, setAsked] = useState<Asked | null>(null);
  const title = resource.data === undefined ? "Borrow" : `Borrow ${resource.data.title}`;
  if (who.kind === "guest") {
    const days = { ...(first === undefined ? {} : { first }), ...(last === undefined ? {} : { last }) };
    return <DoorDialog {...frame} mode="sign-up" intent={{ to: "borrow", id }} days={days} />;
  }
  return (
    <Dialog {...frame} title={title}>
      {who.kind === "unknown" ? (
        <UnknownUser error={who.error} label="Loading" />
      ) : resource.data === undefined ? (
        <QueryState query={resource} title="This did not load" label="Loading" />
      ) : asked === null ? (
        <>
          <AsOf of={resource} />
          <RequestForm
            resource={resource.data}
            days={{ first: first ?? null, last: last ?? null }}
            // Stored in the address, so that a reload does not lose them.
            onChosen={(days) => openDialog({ dialog: "borrow", ...(idAndDays({ id, ...days }) ?? { id }) })}
            onAsked={setAsked}
          />
        </>
      ) : (
        <QueuedNotice
          operationId={asked.operationId}
          message="Saved on this device. Looby sends it when there is a signal."
          sentMessage={`Asked for ${daysInWords(asked.first, asked.last)}. You’ll hear when ${resource.data.pseudonym} answers.`}
          sentAction={
            <Link to="/borrowing" search={{ show: asked.loanId }} replace className={buttonClass("primary")}>
              View request
            </Link>
          }
          onClose={frame.onClose}
        />
      )}
    </Dialog>
  );
}

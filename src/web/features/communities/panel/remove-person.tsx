import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { peopleQueries } from "../people-api.ts";

interface Person {
  id: string;
  pseudonym: string;
}

interface RemovePersonProps {
  communityId: string;
  /** Null when the dialog is closed. */
  person: Person | null;
  isSelf: boolean;
  onRemove: (person: Person, isLinkReplaced: boolean) => void;
  onClose: () => void;
}

/** Asks before a removal. The invite link still lets others in, so the admin may replace it with the same answer. */
export function RemovePerson({ communityId, person, isSelf, onRemove, onClose }: RemovePersonProps) {
  const link = useQuery(peopleQueries.inviteLink(communityId)).data;
  const [isReplaced, setIsReplaced] = useState(false);
  // The link of a removed admin ends with their role.
  const staysOpen = !isSelf && (link?.token ?? null) !== null && link?.madeBy !== person?.pseudonym;
  function close(): void {
    setIsReplaced(false);
    onClose();
  }
  return (
    <Confirm
      isOpen={person !== null}
      title={`Remove ${person?.pseudonym ?? ""}?`}
      message={
        isSelf
          ? "You’ll leave the community and lose this panel."
          : `They’ll leave the community. They can ask to join again.${staysOpen ? LINK : ""}`
      }
      confirmLabel="Remove"
      onConfirm={() => {
        if (person !== null) onRemove(person, staysOpen && isReplaced);
      }}
      onClose={close}
    >
      {staysOpen ? (
        <Switch
          label="Make a new link"
          hint="The old link and its poster stop working for everyone."
          isOn={isReplaced}
          onChange={setIsReplaced}
        />
      ) : null}
    </Confirm>
  );
}

const LINK = " The invite link no longer lets them in, but still opens for others who have it.";

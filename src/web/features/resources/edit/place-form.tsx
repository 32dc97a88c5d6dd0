import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Resource } from "#shared/features/resources/contract.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { type AddressDraft, AddressField } from "#web/features/map/address/address-field.tsx";
import styles from "../add/resource-form.module.css";
import { entryOnServer } from "./use-edit-entry.ts";

interface PlaceFormProps {
  resource: Pick<Resource, "id" | "title" | "location" | "version">;
  /** @param isSent false: kept on this device, and sent later */
  onPlaced: (isSent: boolean) => void;
}

/** Puts a resource on the map: at an address or where a pin is dropped. */
export function PlaceForm({ resource, onPlaced }: PlaceFormProps) {
  const client = useQueryClient();
  // What the person saw: a newer version that loads behind the form is refused once, then known.
  const [base, setBase] = useState(resource);
  const [address, setAddress] = useState<AddressDraft>(() => draftOf(base.location));
  const [refusal, setRefusal] = useState<string | null>(null);
  const place = useQueuedMutation({
    send: async ({ address: text, latitude, longitude }: NonNullable<AddressDraft["place"]>) => {
      const { sendChange } = await import("./send-edit.ts");
      const change = {
        location: { address: text, lat: latitude, lon: longitude },
        version: base.version,
      };
      const result = await sendChange(base, change, `Place of ${base.title}`);
      if (result.status === "sent") await client.invalidateQueries({ queryKey: ["resources"] });
      if (result.status === "refused") setBase(entryOnServer(result.error) ?? base);
      return result;
    },
    onDone: ({ status }) => onPlaced(status === "sent"),
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const isPlace = address.place !== null;
    setRefusal(isPlace ? null : "Please select a valid address from the suggestions");
    if (address.place !== null && !place.isPending) place.mutate(address.place);
  }
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <AddressField label="Where is it?" value={address} error={refusal} onChange={setAddress} />
      <FormMessage message={place.error === null ? null : `Failed to update entry. ${place.error}`} />
      <div className={styles.actions}>
        <Button variant="primary" type="submit" isBusy={place.isPending}>
          {place.isPending ? "Placing..." : "Place it and open the map"}
        </Button>
      </div>
    </form>
  );
}

function draftOf(location: Resource["location"]): AddressDraft {
  if (location === null) return { text: "", place: null };
  const { address, lat, lon } = location;
  return { text: address, place: { address, latitude: lat, longitude: lon } };
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Resource } from "#shared/features/resources/contract.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { useFormCheck } from "#web/lib/use-form-check.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { type AddressDraft, AddressField } from "#web/features/map/address/address-field.tsx";
import { addressOf, entryOnServer } from "../form/listing-values.ts";
import { sendChange } from "./change-entry.ts";

interface PlaceFormProps {
  resource: Pick<Resource, "id" | "title" | "location" | "version">;
  /** @param isSent false when the change is queued on this device */
  onPlaced: (isSent: boolean) => void;
}

/** Places a resource on the map, at an address or a pin. */
export function PlaceForm({ resource, onPlaced }: PlaceFormProps) {
  const client = useQueryClient();
  // The version shown to the user. If a newer one loads in the background, the change is refused once, and then the new version is known.
  const [base, setBase] = useState(resource);
  const [address, setAddress] = useState<AddressDraft>(() => addressOf(base.location));
  const place = useQueuedMutation({
    send: async ({ address: text, latitude, longitude }: NonNullable<AddressDraft["place"]>) => {
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

  const check = useFormCheck(
    address.place === null ? { address: "Please select a valid address from the suggestions" } : {},
    { message: place.error === null ? null : `Failed to update entry. ${place.error}`, fields: {} },
  );

  function handleSubmit(): void | false {
    if (!check.pass()) return false;
    if (address.place !== null && !place.isPending) place.mutate(address.place);
  }
  return (
    <Form isBusy={place.isPending} onSubmit={handleSubmit}>
      <AddressField
        label="Where is it?"
        value={address}
        error={check.errorOf("address")}
        onChange={setAddress}
      />
      <FormMessage message={check.message} />
      <FormActions>
        <Button variant="primary" type="submit" isBusy={place.isPending}>
          {place.isPending ? "Placing..." : "Save and open the map"}
        </Button>
      </FormActions>
    </Form>
  );
}

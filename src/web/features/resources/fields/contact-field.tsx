import { TextField } from "#web/ui/form/text-field.tsx";

/** The contract's limit. */
const MAX_CONTACT = 30;

interface ContactFieldProps {
  value: string;
  communityNoun: string;
  onChange: (contact: string) => void;
}

/** Contact of the owner for one resource; it says who will see it, and is empty at first. */
export function ContactField({ value, communityNoun, onChange }: ContactFieldProps) {
  return (
    <TextField
      label="How to reach you (optional)"
      hint={`Members of the ${communityNoun} and people you lend to see this. Nothing of your account is shown.`}
      maxLength={value.includes("@") ? 254 : MAX_CONTACT}
      value={value}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

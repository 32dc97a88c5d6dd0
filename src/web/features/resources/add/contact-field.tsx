import { TextField } from "#web/ui/form/text-field.tsx";

/** As the contract takes it. */
const MAX_CONTACT = 30;

interface ContactFieldProps {
  value: string;
  communityNoun: string;
  onChange: (contact: string) => void;
}

/** How to reach the owner about one thing; it says who will read it, and begins empty. */
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

import { Select } from "#web/ui/form/select.tsx";

interface CommunitySelectProps {
  /** Communities without an id or a name are not offered. */
  communities: readonly { id: string; name: string }[];
  /** This server's name for a community. */
  noun: string;
  value: string;
  error?: string | null;
  onChange: (communityId: string) => void;
}

/** Selects the community whose library a thing goes into. */
export function CommunitySelect({ communities, noun, value, error, onChange }: CommunitySelectProps) {
  return (
    <Select
      label={noun}
      placeholder={`Choose a ${noun}`}
      value={value}
      options={communities
        .filter(({ id, name }) => id !== "" && name.trim() !== "")
        .map(({ id, name }) => ({ value: id, label: name }))}
      error={error ?? null}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

import { MAX_DESCRIPTION, MAX_TITLE } from "#shared/features/resources/contract.ts";
import type { FormCheck } from "#web/lib/use-form-check.ts";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";

interface TitleFieldsProps {
  /** The title's label in this form. */
  label?: string;
  title: string;
  description: string;
  errorOf: FormCheck<"title" | "description">["errorOf"];
  onChange: (change: { title: string } | { description: string }) => void;
}

/** Title and description of a resource. */
export function TitleFields({ label = "Title", title, description, errorOf, onChange }: TitleFieldsProps) {
  return (
    <>
      <TextField
        label={label}
        maxLength={MAX_TITLE}
        value={title}
        error={errorOf("title")}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TextArea
        data-about-things
        label="Description"
        maxLength={MAX_DESCRIPTION}
        value={description}
        error={errorOf("description")}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  );
}

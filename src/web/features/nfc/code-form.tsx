import { useState } from "react";
import { MAX_TAG_TEXT, readTagText } from "#shared/features/nfc/tag-code.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";

/** For users who can neither tap nor scan: a form for the code printed under the QR code. */
export function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const handleSubmit = ({ code = "" }: Readonly<Record<string, string>>): void => {
    const reading = readTagText(code);
    if (reading.kind === "problem") setProblem("That isn’t a tag code. It has 16 letters and digits.");
    else onCode(reading.code);
  };
  return (
    <Form onSubmit={handleSubmit}>
      <TextField
        label="Type the code"
        name="code"
        hint="It is printed under the QR code, such as 7K3M-Q9TD-0XVF-2B8C."
        error={problem}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_TAG_TEXT}
        onChange={() => setProblem(null)}
      />
      <FormActions>
        <Button type="submit">Open</Button>
      </FormActions>
    </Form>
  );
}

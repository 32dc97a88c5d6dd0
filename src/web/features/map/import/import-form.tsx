import { useState } from "react";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Form, FormActions, FormRow } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { type CampOrder, type ImportProgress, useCampImport } from "./import-api.ts";
import { ImportReportView } from "./import-report.tsx";
import styles from "./import.module.css";

const phases: Record<ImportProgress["phase"], string> = {
  reading: "Reading the file...",
  placing: "Finding the plots...",
  comparing: "Comparing with what is here...",
  writing: "Writing...",
};

/** A file, a year and a time. Shows a preview first, then imports exactly the previewed rows. */
export function ImportForm({ cityYears }: { cityYears: readonly string[] }) {
  const [file, setFile] = useState<File | null>(null);
  const [leaveOut, setLeaveOut] = useState(false);
  const [previewed, setPreviewed] = useState<CampOrder | null>(null);
  const [hasNoFile, setHasNoFile] = useState(false);
  const run = useCampImport();
  const problems = problemsOf(run.error, ["year", "locationsFrom"]);
  const report = run.data;
  const preview = (values: Readonly<Record<string, string>>) => {
    setHasNoFile(file === null);
    if (file === null) return;
    const order = {
      file,
      year: values["year"]?.trim() ?? "",
      locationsFrom: instantOf(values["locationsFrom"]),
    };
    const previewing: CampOrder = { ...order, mode: "preview", leaveOut: false };
    setPreviewed(previewing);
    run.mutate(previewing);
  };
  const isReady = report?.isImported === false && previewed !== null && report.rows > report.refused;
  return (
    <div className={styles.report}>
      <Form onSubmit={preview} failure={run.error} onChange={() => run.reset()}>
        <Field
          label="File of camps"
          hint="JSON in the public camp format, or as /api/playaCamps gives it."
          error={hasNoFile ? "Please choose a file." : null}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".json,application/json"
              onChange={(event) => {
                setFile(event.currentTarget.files?.[0] ?? null);
                setHasNoFile(false);
              }}
            />
          )}
        </Field>
        <FormRow>
          <TextField
            name="year"
            label="Year"
            inputMode="numeric"
            autoComplete="off"
            hint={`Years with a city of their own: ${cityYears.join(", ")}.`}
            error={problems.fields["year"] ?? null}
          />
          <TextField
            name="locationsFrom"
            label="Show places from"
            type="datetime-local"
            hint="Until then, no one sees where a camp is. Leave empty to keep it as it is."
            error={problems.fields["locationsFrom"] ?? null}
          />
        </FormRow>
        <FormMessage message={problems.message} />
        <FormActions>
          <Button type="submit" variant={isReady ? "outline" : "primary"} isBusy={run.isPending}>
            {run.isPending && run.variables?.mode === "preview" ? "Looking..." : "Preview"}
          </Button>
        </FormActions>
      </Form>
      <div role="status" className={styles.text}>
        {run.progress === null ? null : (
          <>
            <progress
              className={styles.progress}
              value={run.progress.done}
              max={Math.max(1, run.progress.of)}
            >
              {phases[run.progress.phase]}
            </progress>
            <p>{phases[run.progress.phase]}</p>
          </>
        )}
        {report?.isImported === true ? <p>{`Imported. The map shows ${report.year} now.`}</p> : null}
      </div>
      {report === undefined ? null : <ImportReportView report={report} />}
      {isReady && report.refused > 0 ? (
        <Switch
          label="Leave the refused rows out"
          hint="Otherwise nothing is imported until they are fixed."
          isOn={leaveOut}
          onChange={setLeaveOut}
        />
      ) : null}
      {isReady ? (
        <FormActions>
          <Button
            variant="primary"
            isBusy={run.isPending}
            disabled={report.refused > 0 && !leaveOut}
            onClick={() => run.mutate({ ...previewed, mode: "import", leaveOut })}
          >
            {`Import ${(report.rows - report.refused).toLocaleString("en")} camps`}
          </Button>
        </FormActions>
      ) : null}
    </div>
  );
}

/** Converts the field's value, in this device's time zone, to the instant the server expects. */
function instantOf(local: string | undefined): string | null {
  const time = new Date(local ?? "");
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

import type { CampYears } from "#shared/features/map/import-contract.ts";
import { moment } from "#web/ui/state/as-of.tsx";
import { campYearsQuery } from "#web/features/map/import/import-api.ts";
import { ImportForm } from "#web/features/map/import/import-form.tsx";
import importStyles from "#web/features/map/import/import.module.css";
import { ForOperators } from "./for-operators.tsx";
import { Page } from "../page.tsx";

/** For operators: imports the camps of a real year. */
export function ImportCampsPage() {
  return (
    <Page
      view="Import camps"
      lead="The camps of a year, from a file. The map shows that year afterwards, in that year’s city."
    >
      <ForOperators
        query={campYearsQuery}
        loading="Loading the camps"
        failure="The camps did not load"
        show={({ years, cityYears }) => (
          <>
            <YearList years={years} />
            <ImportForm cityYears={cityYears} />
          </>
        )}
      />
    </Page>
  );
}

function YearList({ years }: { years: CampYears["years"] }) {
  if (years.length === 0) return <p>Nothing is imported yet: the map shows the sample festival.</p>;
  return (
    <ul className={importStyles.years} aria-label="Imported years">
      {years.map(({ year, isCurrent, camps, locationsFrom }) => (
        <li key={year}>
          <strong>{year}</strong>
          {`: ${camps.toLocaleString("en")} camps`}
          {isCurrent ? ", on the map" : null}
          {locationsFrom === null ? null : `, places are shown from ${moment(new Date(locationsFrom))}`}
        </li>
      ))}
    </ul>
  );
}

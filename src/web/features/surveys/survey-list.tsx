import { ExternalLink } from "lucide-react";
import type { Survey } from "#shared/features/surveys/contract.ts";
import { safeLink } from "#shared/http/safe-link.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Tag } from "#web/ui/chip.tsx";
import styles from "./survey-list.module.css";

/** List of surveys. Starting one opens its own site, which receives neither the user nor the referrer. */
export function SurveyList({ surveys }: { surveys: readonly Survey[] }) {
  return (
    <ul className={styles.list}>
      {surveys.map((survey) => (
        <li key={survey.id}>
          <SurveyCard survey={survey} />
        </li>
      ))}
    </ul>
  );
}

function SurveyCard({ survey }: { survey: Survey }) {
  const { title, description, studyType, compensation, expiresAt } = survey;
  const link = safeLink(survey.surveyUrl);
  return (
    <Card className={styles.card}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{description}</p>
      <p className={styles.facts}>
        <Tag>{studyType}</Tag>
        {compensation === "" ? null : <span>Compensation: {compensation}</span>}
        {expiresAt === null ? (
          <span>No end date</span>
        ) : (
          <span>
            Open until <time dateTime={expiresAt}>{dayFormat.format(new Date(expiresAt))}</time>
          </span>
        )}
      </p>
      {link === null ? (
        <p className={styles.text}>Its address cannot be opened safely.</p>
      ) : (
        <a
          className={buttonClass("primary")}
          href={link.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          Start Survey
          <ExternalLink aria-hidden size={18} strokeWidth={1.8} />
          <span className={styles.host}>at {link.host}</span>
        </a>
      )}
    </Card>
  );
}

const dayFormat = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });

export interface SampleSurvey {
  id: string;
  title: string;
  description: string;
  studyType: string;
  compensation: string;
  surveyUrl: string;
}

export const surveys: readonly SampleSurvey[] = [
  {
    id: "sleep",
    title: "How do you sleep out here?",
    description: "Ten questions about nights, noise and shade, for camps that plan next year.",
    studyType: "Questionnaire",
    compensation: "A pair of earplugs",
    surveyUrl: "https://example.org/surveys/sleep",
  },
  {
    id: "sharing",
    title: "What do we share?",
    description: "What you lent, what you borrowed and what never came back.",
    studyType: "Questionnaire",
    compensation: "None, only thanks",
    surveyUrl: "https://example.org/surveys/sharing",
  },
  {
    id: "sound",
    title: "Sound and neighbours",
    description: "Stand at three corners at midnight and tell us what you hear.",
    studyType: "Field walk",
    compensation: "Tea at the Slow Kettle",
    surveyUrl: "https://example.org/surveys/sound",
  },
  {
    id: "first-time",
    title: "Your first time in the city",
    description: "For people who are here for the first time: what did nobody tell you?",
    studyType: "Interview",
    compensation: "A hand-drawn map",
    surveyUrl: "https://example.org/surveys/first-time",
  },
  {
    id: "water",
    title: "A week of water",
    description: "Count your litres for a week. We add them up for everyone.",
    studyType: "Diary",
    compensation: "A filled bottle",
    surveyUrl: "https://example.org/surveys/water",
  },
  {
    id: "companions",
    title: "Talking to a companion",
    description: "Did Looby help, and when did it not? Honest answers make it better.",
    studyType: "Questionnaire",
    compensation: "None, only thanks",
    surveyUrl: "https://example.org/surveys/companions",
  },
];

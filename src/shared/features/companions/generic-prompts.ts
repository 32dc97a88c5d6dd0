/** Suggested prompts for visitors, and for everybody until the server has said which companion answers. */
export const genericPrompts = [
  "Who can lend me a generator?",
  "Find me a quiet spot",
  "What can I borrow tonight?",
] as const;

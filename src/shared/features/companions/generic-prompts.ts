/** Suggested prompts for visitors, and for all users until the server has reported which companion answers. */
export const genericPrompts = [
  "Who can lend me a generator?",
  "Find me a quiet spot",
  "What can I borrow tonight?",
] as const;

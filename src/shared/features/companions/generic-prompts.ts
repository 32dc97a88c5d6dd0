/** What a visitor is offered to ask, and everybody until the server has said who answers. */
export const genericPrompts = [
  "Who can lend me a generator?",
  "Find me a quiet spot",
  "What can I borrow tonight?",
] as const;

import { vi } from "vitest";

// Tests sign up thousands of users. A hash at the product's cost takes 80 ms of a core.
vi.mock(import("#server/features/account/passwords/password-hash.ts"), async (original) => {
  const product = await original();
  const lowest = { memory: 8, passes: 1, parallelism: 1 };
  return { ...product, hashPassword: (password) => product.hashPassword(password, lowest) };
});

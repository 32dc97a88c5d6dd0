import { expect, test } from "./fixtures/looby.ts";

test("first word", async ({ open }) => {
  const page = await open("/");
  const field = page.getByRole("textbox", { name: /message/i }).first();
  await expect(field).toBeVisible();
  await page.waitForTimeout(6000);
  const times: number[] = [];
  const posts: string[] = [];
  page.on("request", (r) => { if (r.method() === "POST" && r.url().includes("/api/chat")) posts.push(new URL(r.url()).pathname); });
  for (let i = 0; i < 12; i += 1) {
    await field.fill(`who can lend me a ladder number ${i}?`);
    const ms = await page.evaluate(async () => {
      const log = document.querySelector('[role="log"]');
      const before = log?.querySelectorAll("[data-message]").length ?? 0;
      const box = document.querySelector("textarea") as HTMLTextAreaElement;
      const start = performance.now();
      box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true, cancelable: true }));
      return await new Promise<number>((resolve) => {
        const look = () => {
          const all = document.querySelectorAll('[role="log"] [data-message]');
          const last = all[all.length - 1] as HTMLElement | undefined;
          if (all.length >= before + 2 && last !== undefined && (last.textContent ?? "").trim().length > 12 && !/Thinking|typing/i.test(last.textContent ?? "")) resolve(performance.now() - start);
          else requestAnimationFrame(look);
        };
        look();
      });
    });
    times.push(Math.round(ms));
    await page.waitForTimeout(1500);
  }
  console.log("FIRST", JSON.stringify(times), "median", times.toSorted((a, b) => a - b)[6], [...new Set(posts)].join());
});

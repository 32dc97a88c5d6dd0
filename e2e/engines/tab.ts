import { setTimeout as sleep } from "node:timers/promises";
import { patient } from "../../scripts/patience.ts";
import { type Driver, KEYS } from "./engine.ts";

const WAIT_MS = patient(20_000);
const PAUSE_MS = 100;

/** A person at a tab of any engine: what they see, and what they press. Each step waits until it is possible. */
export class Tab {
  readonly driver: Driver;
  readonly #url: string;

  /** @param url address of the server */
  constructor(driver: Driver, url: string) {
    this.driver = driver;
    this.#url = url;
  }

  async open(path: string): Promise<void> {
    await this.driver.open(this.#url + path);
  }

  async back(): Promise<void> {
    await this.driver.back();
  }

  async reload(): Promise<void> {
    await this.driver.reload();
  }

  /** Closes the tab and opens an address in a new one. */
  async reopen(path: string): Promise<void> {
    await this.driver.reopen();
    await this.open(path);
  }

  /** @param work runs in the page and sees only its arguments, which must be JSON like its result */
  async run<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    return (await this.driver.run(`return await (${String(work)})(...args)`, args)) as Result;
  }

  /** Waits for a text that can be seen. */
  async see(text: string): Promise<void> {
    await this.#until(`sees "${text}"`, async () => (await this.run(visibleText)).includes(text));
  }

  async seeNoMore(text: string): Promise<void> {
    await this.#until(`no longer sees "${text}"`, async () => !(await this.run(visibleText)).includes(text));
  }

  /** Waits until a function of the page returns what is true. */
  async seeThat<Args extends unknown[]>(
    what: string,
    work: (...args: Args) => boolean | Promise<boolean>,
    ...args: Args
  ): Promise<void> {
    await this.#until(what, async () => await this.run(work, ...args));
  }

  /** Presses a button, a link or a tab. @param name its whole accessible name, or the start of it before `...` */
  async tap(name: string): Promise<void> {
    await this.#until(`taps "${name}"`, async () => {
      const at = await this.run(controlAt, name);
      if (at !== null) await this.driver.click(...at);
      return at !== null;
    });
  }

  /** Types into the field with a label or a placeholder, after what it holds. */
  async type(label: string, text: string): Promise<void> {
    await this.#until(`finds the field "${label}"`, async () => {
      const at = await this.run(fieldAt, label);
      if (at !== null) await this.driver.click(...at);
      return at !== null && (await this.run(hasFocus, label));
    });
    await this.driver.keys(text);
  }

  async press(key: keyof typeof KEYS): Promise<void> {
    await this.driver.keys(KEYS[key]);
  }

  /** Chooses an option by its text. The list that a browser opens for it is not part of the page. */
  async choose(label: string, option: string): Promise<void> {
    await this.#until(`chooses "${option}"`, async () => await this.run(chooseOption, label, option));
  }

  async ask(question: string): Promise<void> {
    await this.type("Message", question);
    await this.press("enter");
    await this.see(question);
  }

  /** Signs up without the form. */
  async signUp(pseudonym: string, password: string): Promise<void> {
    await this.open("/me");
    const status = await this.run(
      async (data) => {
        const headers = { "content-type": "application/json" };
        const request = { method: "POST", headers, body: JSON.stringify(data) };
        return (await fetch("/api/account/sign-up", request)).status;
      },
      { pseudonym, password },
    );
    if (status !== 200) throw new Error(`signing ${pseudonym} up: ${status}`);
    await this.open("/me");
    await this.see(pseudonym);
  }

  /** Address and text of the screen, for the message of a failure. */
  async #shown(): Promise<string> {
    return await this.run(
      (text) => `${location.href}\n${text}`,
      `${await this.run(visibleText)}\n${await this.run(typedText)}`,
    ).catch(String);
  }

  async #until(what: string, work: () => Promise<boolean>): Promise<void> {
    const until = Date.now() + WAIT_MS;
    let problem: unknown = "";
    for (;;) {
      try {
        if (await work()) return;
      } catch (error) {
        // A page that is being replaced runs nothing.
        problem = error;
      }
      if (Date.now() > until) throw new Error(`never ${what}: ${String(problem)}\n${await this.#shown()}`);
      await sleep(PAUSE_MS);
    }
  }
}

function visibleText(): string {
  return document.body.innerText;
}

function typedText(): string {
  return [...document.querySelectorAll("textarea")].map(({ value }) => value).join("\n");
}

/** The centre of a control that can be pressed now, in the dialog on top if there is one; null if there is none. */
async function controlAt(name: string): Promise<[number, number] | null> {
  const dialogs = document.querySelectorAll("[role=dialog]:not([aria-modal=false]), [role=alertdialog]");
  const scope = [...dialogs].at(-1) ?? document;
  const controls = [...scope.querySelectorAll<HTMLElement>("button, a[href], [role=tab], summary")];
  const isMeant = (control: HTMLElement) => {
    const own = (control.ariaLabel ?? control.innerText).replaceAll(/\s+/g, " ").trim();
    return name.endsWith("...") ? own.startsWith(name.slice(0, -3)) : own === name;
  };
  const control = controls.find(
    (each) => isMeant(each) && each.checkVisibility() && !each.matches(":disabled, [aria-disabled=true]"),
  );
  if (control === undefined) return null;
  control.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = control.getBoundingClientRect();
  // A dialog that is still moving would be missed.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const later = control.getBoundingClientRect();
  const at: [number, number] = [x + width / 2, y + height / 2];
  const isThere = later.x === x && later.y === y && control.contains(document.elementFromPoint(...at));
  return isThere ? at : null;
}

function fieldAt(label: string): [number, number] | null {
  const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")];
  const field = fields.findLast(
    (each) =>
      each.checkVisibility() &&
      (each.ariaLabel === label ||
        each.placeholder === label ||
        [...(each.labels ?? [])].some(({ textContent }) => textContent.trim().startsWith(label))),
  );
  if (field === undefined || field.readOnly || field.disabled) return null;
  field.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = field.getBoundingClientRect();
  const at: [number, number] = [x + width / 2, y + height / 2];
  return field.contains(document.elementFromPoint(...at)) ? at : null;
}

function hasFocus(label: string): boolean {
  const field = document.activeElement as HTMLInputElement;
  const names = [
    field.ariaLabel,
    field.placeholder,
    ...[...(field.labels ?? [])].map((each) => each.textContent.trim()),
  ];
  return names.some((name) => name?.startsWith(label));
}

function chooseOption(label: string, option: string): boolean {
  const choices = [...document.querySelectorAll("select")];
  const choice = choices.findLast(
    (each) =>
      each.ariaLabel === label ||
      [...each.labels].some(({ textContent }) => textContent.trim().startsWith(label)),
  );
  const place = [...(choice?.options ?? [])].findIndex(({ text }) => text === option);
  if (choice === undefined || place === -1) return false;
  choice.selectedIndex = place;
  choice.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

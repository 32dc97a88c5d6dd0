import type { ResourceType } from "#shared/features/resources/contract.ts";

/** The current step of the conversation about a new resource. */
export type Wizard =
  | { step: "idle" }
  | { step: "type" }
  | { step: "title"; type: ResourceType }
  | { step: "description"; type: ResourceType; title: string };

/** The user's answers, for the form. */
export interface WizardDraft {
  type: ResourceType;
  title: string;
  description: string;
}

export interface WizardTurn {
  wizard: Wizard;
  /** The companion's reply. */
  reply: string;
  /** Set once all questions are answered; it prefills the form. */
  draft: WizardDraft | null;
}

/** Longest title and description the form accepts, in UTF-16 units. */
export interface WizardLimits {
  title: number;
  description: number;
}

export const idleWizard: Wizard = { step: "idle" };

const words: ReadonlyMap<string, ResourceType> = new Map([
  ["venue", "venue"],
  ["space", "venue"],
  ["gear", "gear"],
  ["equipment", "gear"],
  ["talent", "talent"],
  ["service", "talent"],
]);

/** A user who mentions one of these offers something, unless the message is a request for it. */
const MENTION = /\b(?:venues?|gear|talents?)\b/i;
const OFFER =
  /\b(?:add|share|sharing|offer|offering|upload|lend|lending|give|giving|donate|contribute|submit|list)\b/i;
const ASKING =
  /\?\s*$|^\s*(?:who|what|where|when|which|why|how|is|are|do|does|did|can|could|would|will|any|anybody|anyone|find|show|search|tell)\b|\b(?:looking for|i need|we need|need some|searching for|borrow|i want to find)\b/i;
const CANCEL = /^\W*(?:cancel|stop|quit|exit|never ?mind|forget it|no thanks?|no thank you)\W*$/i;

const ASK_TYPE = "What would you like to share: a **venue**, **gear** or a **talent**?";
const ASK_TITLE = "What should it be called? A few words are enough.";
const WAY_OUT = "Say “cancel” if you would rather not.";

/**
 * Passes one message to the wizard. Null when the message is not about adding a resource; the companion then answers it as usual.
 * @param text the user's message, trimmed and not empty
 */
export function advanceWizard(wizard: Wizard, text: string, limits: WizardLimits): WizardTurn | null {
  if (wizard.step === "idle") {
    if (!offersResource(text)) return null;
    const type = typeIn(text);
    return type === null
      ? turn({ step: "type" }, `Let’s put it into the library. ${ASK_TYPE} ${WAY_OUT}`)
      : turn({ step: "title", type }, `Let’s put your ${type} into the library. ${ASK_TITLE} ${WAY_OUT}`);
  }
  if (CANCEL.test(text)) return turn(idleWizard, "All right, nothing was added.");
  switch (wizard.step) {
    case "type": {
      const type = typeIn(text);
      return type === null
        ? turn(wizard, `I did not get that. Is it a **venue**, **gear** or a **talent**? ${WAY_OUT}`)
        : turn({ step: "title", type }, ASK_TITLE);
    }
    case "title":
      return text.length > limits.title
        ? turn(wizard, `A title has at most ${limits.title} characters. Could you make it shorter?`)
        : turn(
            { step: "description", type: wizard.type, title: text },
            "And what should people know about it? What it is, where to find you, when it can be had.",
          );
    case "description": {
      if (text.length > limits.description) {
        return turn(wizard, `That is more than ${limits.description} characters. Could you make it shorter?`);
      }
      const { type, title } = wizard;
      const reply = "Thank you. Here is the form with what you told me: have a look, then submit it.";
      return { wizard: idleWizard, reply, draft: { type, title, description: text } };
    }
  }
}

/** Whether a message offers a resource. Mentioning a kind is enough, unless the message requests one. */
export function offersResource(text: string): boolean {
  return MENTION.test(text) && (OFFER.test(text) || !ASKING.test(text));
}

/** The kind an answer names; null when it names none or several. */
function typeIn(text: string): ResourceType | null {
  const named = new Set(
    text
      .toLowerCase()
      .split(/[^a-z]+/)
      .flatMap((word) => words.get(word) ?? words.get(word.replace(/s$/, "")) ?? []),
  );
  const [type] = named;
  return type !== undefined && named.size === 1 ? type : null;
}

function turn(wizard: Wizard, reply: string): WizardTurn {
  return { wizard, reply, draft: null };
}

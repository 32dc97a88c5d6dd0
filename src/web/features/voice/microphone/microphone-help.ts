import type { MicrophoneProblem } from "./open-microphone.ts";
import type { Platform } from "./platform.ts";

/** Help for a missing microphone: a heading, a sentence, and steps in order. */
export interface MicrophoneHelp {
  title: string;
  text: string;
  steps: readonly string[];
  /** Whether another request may succeed. */
  canRetry: boolean;
}

export function microphoneHelp(problem: MicrophoneProblem, platform: Platform): MicrophoneHelp {
  const ofSystem = systemSteps[platform.system];
  const isRefused = problem === "denied" || problem === "unknown";
  return {
    ...words[problem],
    steps: isRefused
      ? [...browserSteps[platform.browser], ...ofSystem]
      : problem === "no-microphone"
        ? ofSystem
        : [],
    canRetry: problem !== "insecure" && problem !== "unsupported",
  };
}

const words: Readonly<Record<MicrophoneProblem, Pick<MicrophoneHelp, "title" | "text">>> = {
  insecure: {
    title: "Voice needs https",
    text: "Browsers give the microphone only to pages with https. Ask who runs this server for its https address; until then, please type.",
  },
  unsupported: {
    title: "This browser cannot record",
    text: "Please update it, or open Looby in another browser. Typing works here, too.",
  },
  denied: {
    title: "The microphone is switched off for Looby",
    text: "Your browser or your device refuses it. This is how to allow it:",
  },
  dismissed: {
    title: "May Looby use the microphone?",
    text: "The question was closed without an answer. Tap Try Again and choose Allow.",
  },
  "no-microphone": {
    title: "No microphone found",
    text: "Plug one in or switch on your headset, then tap Try Again.",
  },
  "in-use": {
    title: "The microphone is busy",
    text: "Another app or window is using it. End the call or close that app, then tap Try Again.",
  },
  unknown: {
    title: "No recording",
    text: "Could not start recording. Please check your microphone permission.",
  },
};

const browserSteps: Readonly<Record<Platform["browser"], readonly string[]>> = {
  "ios-safari": [
    "Tap the page menu beside the address, then Website Settings, then Microphone, and choose Allow.",
    "If that is not enough: Settings, Apps, Safari, Microphone, and choose Ask or Allow.",
  ],
  "ios-home-screen": [
    "Close Looby and open it again from the home screen: it then asks once more.",
    "If it does not ask: open Looby in Safari, and in the page menu choose Website Settings, Microphone, Allow.",
  ],
  "ios-chrome": ["Open the Settings of the iPhone, then Chrome, and switch Microphone on."],
  "android-chrome": [
    "Tap the sign left of the address, then Permissions, then Microphone, and choose Allow.",
  ],
  firefox: [
    "Click the microphone sign left of the address, remove the block, and choose Allow when Firefox asks again.",
  ],
  "desktop-safari": ["In the menu Safari choose Settings for this Website, then Microphone, then Allow."],
  "desktop-chrome": ["Click the sign left of the address and switch Microphone on."],
  other: ["Open the settings of this website in your browser and allow the microphone."],
};

const systemSteps: Readonly<Record<Platform["system"], readonly string[]>> = {
  ios: ["In the Settings of the device: Privacy & Security, Microphone, and switch your browser on."],
  android: ["In the Settings of the phone: Apps, your browser, Permissions, Microphone, and allow it."],
  macos: ["In the System Settings of the Mac: Privacy & Security, Microphone, and switch your browser on."],
  windows: [
    "In the Settings of Windows: Privacy & security, Microphone, and let apps and your browser use it.",
  ],
  other: ["In the settings of your system, let your browser use the microphone."],
};

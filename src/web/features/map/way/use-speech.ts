import { useEffect, useState } from "react";

/** The browser's own voice. Browsers without one, and devices without a voice on board, say nothing. */
export function useSpeech() {
  const [isSpeaking, setIsSpeaking] = useState(false);
  const canSpeak = "speechSynthesis" in window;

  // What was being read when its page went away is not wanted any more.
  useEffect(() => {
    if (!canSpeak) return;
    return () => speechSynthesis.cancel();
  }, [canSpeak]);

  return {
    canSpeak,
    isSpeaking,
    speak(sentences: readonly string[]) {
      speechSynthesis.cancel();
      const words = new SpeechSynthesisUtterance(sentences.map(spoken).join(" "));
      words.lang = "en";
      words.addEventListener("end", () => setIsSpeaking(false));
      words.addEventListener("error", () => setIsSpeaking(false));
      setIsSpeaking(true);
      speechSynthesis.speak(words);
    },
    hush() {
      speechSynthesis.cancel();
      setIsSpeaking(false);
    },
  };
}

/** Voices read "m" as a letter and "&" as a sign. */
function spoken(sentence: string): string {
  return sentence
    .replaceAll(/(\d) km\b/g, "$1 kilometres")
    .replaceAll(/(\d) m\b/g, "$1 metres")
    .replaceAll("&", "and");
}

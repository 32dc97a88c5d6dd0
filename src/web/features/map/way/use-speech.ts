import { useEffect, useState } from "react";

/** The browser's speech synthesis. Silent in browsers without it and on devices without an installed voice. */
export function useSpeech() {
  const [isSpeaking, setIsSpeaking] = useState(false);
  const canSpeak = "speechSynthesis" in window;

  // Stops reading when the page is left.
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

/** Text for a voice: it would read "m" as a letter and "&" as a symbol. */
function spoken(sentence: string): string {
  return sentence
    .replaceAll(/(\d) km\b/g, "$1 kilometres")
    .replaceAll(/(\d) m\b/g, "$1 metres")
    .replaceAll("&", "and");
}

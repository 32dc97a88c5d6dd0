/** Words that make an answer depend on the user's position, unless the message names another place. */
const HERE =
  /\b(?:where am i|near(?:est|er|by)?|close(?:st|r)?|closeby|around (?:here|me)|from here|here|how far|far|directions?|way|how (?:do|can|would|to) (?:i |we )?(?:get|go|walk|bike|ride)|take me|bring me|lead me|home|medical|medics?|rangers?)\b/i;

/** Whether answering a message may need the user's position. If not, the app never requests it from the device. */
export function asksForPlace(message: string): boolean {
  return HERE.test(message);
}

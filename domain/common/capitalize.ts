/** "no note yet" as the start of a sentence: "No note yet". */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A text as it is searched and searched for: whatever its case, and however many spaces stand between its words. */
export const normalizeSearchText = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')

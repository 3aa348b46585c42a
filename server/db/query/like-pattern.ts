/** An `ilike` pattern for a substring; `%`, `_` and `\` are escaped (wire specification, "Lists"). */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** An `ilike` pattern that matches a text anywhere, with `%`, `_` and `\` taken literally (the wire's rules, "Lists"). */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

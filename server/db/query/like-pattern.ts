/** An `ilike` pattern for a substring; `%`, `_` and `\` are escaped ([api](docs/design/api.md), "Lists"). */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

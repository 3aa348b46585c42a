/** Placeholder that `client-runtime.ts` is compiled against. `client-source.ts` replaces it with the calls of the contracts. */
export type Calls = Record<string, { input: object; response: { data: object[]; cursor: string; more: boolean } }>
export const calls: Record<string, { method: string; path: string }> = {}

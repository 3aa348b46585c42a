/** What `client-runtime.ts` is compiled against; `client-source.ts` puts the calls of the contracts in its place. */
export type Calls = Record<string, { input: object; response: unknown }>
export const calls: Record<string, { method: string; path: string }> = {}

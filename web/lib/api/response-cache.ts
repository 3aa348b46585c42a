/**
 * Latest GET responses with their ETags, in memory. The browser's cache is not used (`no-store`), so that nothing can be read
 * from it after a logout.
 */
type CachedResponse = { tag: string; answer: unknown }

/** Maximum number of entries; the oldest is evicted. */
const maxEntries = 60
const responses = new Map<string, CachedResponse>()

export const cachedResponse = (url: string): CachedResponse | undefined => responses.get(url)

export function cacheResponse(url: string, tag: string | null, answer: unknown): void {
  responses.delete(url)
  if (tag === null) return
  responses.set(url, { tag, answer })
  const [oldest] = responses.keys()
  if (responses.size > maxEntries && oldest !== undefined) responses.delete(oldest)
}

export const clearResponseCache = (): void => responses.clear()

/**
 * Latest GET responses with their ETags, in memory. The browser's cache is not used (`no-store`), so that nothing can be read
 * from it after a logout.
 */
type Kept = { tag: string; answer: unknown }

/** Maximum number of entries; the oldest is evicted. */
const most = 60
const kept = new Map<string, Kept>()

export const cachedResponse = (url: string): Kept | undefined => kept.get(url)

export function cacheResponse(url: string, tag: string | null, answer: unknown): void {
  kept.delete(url)
  if (tag === null) return
  kept.set(url, { tag, answer })
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
}

export const clearResponseCache = (): void => kept.clear()

/**
 * The last answers of reads with their ETags, in this page's memory and nowhere else: the browser itself keeps none
 * (`no-store`), so that nothing can be read from its cache after a logout.
 */
type Kept = { tag: string; answer: unknown }

/** More than the reads of some screens; the oldest goes first. */
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

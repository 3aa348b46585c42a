import { normaliseFirmName } from '../contacts/likely-duplicates.ts'

/** "The folded name (without LLP, Ltd, Solicitors, & Co) decides." [seat §6](docs/design/seat.md#6). */
export function foldFirmName(name: string): string {
  const whole = normaliseFirmName(name)
  return whole.replace(/ (?:solicitors?|and co|and company)(?= |$)/g, '').trim() || whole
}

const trigramsOf = (text: string): ReadonlySet<string> => {
  const padded = `  ${text} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** From 0 to 1: the trigrams that two folded names share, as `similarity` of PostgreSQL counts them in one word. */
export function similarityOf(one: string, other: string): number {
  const [a, b] = [trigramsOf(one), trigramsOf(other)]
  const shared = [...a].filter((part) => b.has(part)).length
  return shared / (a.size + b.size - shared)
}

const leastSimilarity = 0.6

/** The known name that a new one resembles most, if any does. */
export const findAlike = <Firm extends { name: string }>(name: string, known: readonly Firm[]): Firm | null =>
  known
    .map((firm) => ({ firm, similarity: similarityOf(foldFirmName(name), foldFirmName(firm.name)) }))
    .filter(({ similarity }) => similarity >= leastSimilarity)
    .toSorted((a, b) => b.similarity - a.similarity)[0]?.firm ?? null

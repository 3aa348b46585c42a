import { capitalize } from '../../common/capitalize.ts'
import type { Instant } from '../../common/dates.ts'
import { showPounds, toPounds } from '../../common/money.ts'

/**
 * "Entries of the record since `seen_until` by somebody else than the progressor: offer added, amended, withdrawn; file or
 * note added; buyer's or vendor's contacts changed; progressor assigned; chain changed by a linked sale." [day §3](docs/design/day.md#3). A
 * linked sale that fell off or is restored: [trust §6](docs/design/trust.md#6).
 */
export type NewsEntry = { kind: string; at: Instant; amount?: number | null }

/** Days after which news are removed, counted from the first entry. */
export const newsDays = 14

/** The kinds that are news. `contacts-saved` without a side changes only the progressor; `chain-saved` counts if a linked sale caused it. */
export const newsKinds = [
  'offer-added',
  'offer-amended',
  'offer-withdrawn',
  'document-added',
  'note-added',
  'contacts-saved',
  'progressor-assigned',
  'chain-saved',
  'chain-link-fell',
] as const
type NewsKind = (typeof newsKinds)[number]

const words: Record<NewsKind, (entries: readonly NewsEntry[]) => string> = {
  'offer-added': ({ length }) => (length === 1 ? '1 new offer' : `${length} new offers`),
  'offer-amended': (entries) => {
    const amount = entries.at(-1)?.amount
    return amount ? `offer amended to ${showPounds(toPounds(amount))}` : 'offer amended'
  },
  'offer-withdrawn': ({ length }) => (length === 1 ? 'offer withdrawn' : `${length} offers withdrawn`),
  'document-added': ({ length }) => (length === 1 ? '1 file' : `${length} files`),
  'note-added': ({ length }) => (length === 1 ? '1 note' : `${length} notes`),
  'contacts-saved': () => 'contacts changed',
  // Colleagues read it too, in the header of the property.
  'progressor-assigned': () => 'newly assigned',
  'chain-saved': () => 'chain changed',
  'chain-link-fell': () => 'a sale of the chain fell off or is restored',
}

/** "Offer amended to £436,500, 1 file": kinds in the order of `newsKinds`. */
export function describeNews(entries: readonly NewsEntry[]): string {
  const parts = newsKinds.flatMap((kind) => {
    const ofKind = entries.filter((entry) => entry.kind === kind)
    return ofKind.length > 0 ? [words[kind](ofKind)] : []
  })
  return capitalize(parts.join(', '))
}

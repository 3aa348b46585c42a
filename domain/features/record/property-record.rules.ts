import { type DateOnly, daysBetween } from '../../common/dates.ts'
import { type EventKind, eventKinds } from '../events/event-kinds.ts'
import { type LinkParty, linkPartyWords } from '../party-links/party-links.model.ts'

/** "Stretches of 14 days or more without entry while the sale was open." [trust §2.2](docs/design/trust.md#2.2), rule 6. */
export const gapDays = 14

export type Gap = { from: DateOnly; until: DateOnly; days: number }

/** Returns the gaps between the days with entries, and after the last one until `end`: the day on which the sale closed, or today. */
export function gapsOf(days: readonly DateOnly[], end: DateOnly): Gap[] {
  const open = [...days.filter((day) => day < end), end]
  return open.flatMap((until, index) => {
    const from = open[index - 1]
    const length = from === undefined ? 0 : daysBetween(from, until)
    return from !== undefined && length >= gapDays ? [{ from, until, days: length }] : []
  })
}

/** Kinds of deletions: "No filter hides deletions." [trust §2.2](docs/design/trust.md#2.2), rule 1. */
export const deletionKinds = (Object.keys(eventKinds) as EventKind[]).filter(
  (kind) => /-(removed|deleted)$/.test(kind) && eventKinds[kind].group !== 'company',
)

export const isDeletion = (kind: string): boolean => (deletionKinds as readonly string[]).includes(kind)

/** `device`: device of the session, if known. `party`: party of the link. */
type Via = { via: string; device: string | null; party: string | null; isPerson: boolean }

/** Describes where a change was made. */
export function viaWords({ via, device, party, isPerson }: Via): string {
  switch (via) {
    case 'app':
      return isPerson ? ['Screen', device].filter(Boolean).join(', ') : 'By rule'
    case 'vendor':
      return ['Vendor’s page', device].filter(Boolean).join(', ')
    case 'api':
      return 'Key'
    case 'party':
      return `Link of ${party === null ? 'a party' : linkPartyWords[party as LinkParty]}`
    case 'import':
      return 'Import'
    case 'job':
      return 'By rule'
    default:
      return ''
  }
}

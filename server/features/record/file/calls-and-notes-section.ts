import { type Instant, showDateTime } from '@gya/domain/common/dates.ts'
import { outcomeLabels } from '@gya/domain/features/conversations/conversations.model.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import type { RecordEntry } from '@gya/domain/features/record/property-record.contract.ts'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { headCell, muted, paragraph, runs, sectionTitle, subtitle } from './pdf-parts.ts'
import type { RecordFileContent } from './read-content.ts'

/** "4 calls and notes": calls with channel, with whom, outcome, note and promised day; notes with every wording. */
export function callsAndNotesSection({ entries }: RecordFileContent): Content {
  const calls = entries.flatMap(({ entry, data }) => (entry.kind === 'conversation-logged' && data ? [{ entry, data }] : []))
  const notes = Map.groupBy(
    entries.flatMap(({ entry, data }) => (entry.kind.startsWith('note-') && data ? [{ entry, data }] : [])),
    ({ data }) => String(data.noteId),
  )
  return [
    sectionTitle('4  Calls and notes'),
    { ...subtitle('Calls'), tocItem: true, tocMargin: [14, 2, 0, 0] },
    calls.length === 0 ? paragraph('There are none.', { color: muted }) : callsTable(calls),
    { ...subtitle('Notes'), tocItem: true, tocMargin: [14, 2, 0, 0] },
    ...(notes.size === 0 ? [paragraph('There are none.', { color: muted })] : []),
    ...[...notes.values()].map((wordings, index) => noteTable(wordings, index + 1)),
  ]
}

type Told = { entry: RecordEntry; data: EventData }

const factOf = ({ facts }: RecordEntry, name: string): string => facts.find(({ what }) => what === name)?.to ?? ''

const callsTable = (calls: readonly Told[]): Content => ({
  table: {
    headerRows: 1,
    widths: [40, 92, 128, '*'],
    body: [
      [headCell('No.', { alignment: 'right' }), headCell('Held'), headCell('With whom'), headCell('Outcome')],
      ...calls.map(({ entry, data }): TableCell[] => {
        const role = saleRoleLabels[data.partyRole as keyof typeof saleRoleLabels] ?? ''
        const outcome = outcomeLabels[data.outcome as keyof typeof outcomeLabels] ?? ''
        const promised = factOf(entry, 'Promised for')
        const note = factOf(entry, 'Note')
        return [
          { text: entry.position?.toLocaleString('en-GB') ?? '', alignment: 'right', color: muted },
          { text: factOf(entry, 'Held on') || showDateTime(entry.at) },
          {
            stack: [
              { text: runs(nameOf(entry), { bold: true }) },
              { text: runs([role, factOf(entry, 'Firm')].filter(Boolean).join(', ')), fontSize: 7.5, color: muted },
            ],
          },
          {
            stack: [
              { text: [factOf(entry, 'By'), outcome, promised && `promised for ${promised}`].filter(Boolean).join(', ') },
              ...(note === '' ? [] : [{ text: runs(note) }]),
              { text: `Logged by ${entry.author?.name ?? 'nobody'}`, fontSize: 7.5, color: muted },
              ...entry.remarks.map((text) => ({ text: runs(text), fontSize: 7.5, color: muted })),
            ],
          },
        ]
      }),
    ],
  },
  layout: 'ledger',
})

/** "Spoke to Osric Penhaligon": taken from the words, which are already masked for this copy. */
const nameOf = ({ words }: RecordEntry): string =>
  words.replace(/^(?:Spoke to|Left a message for|No answer from|Promise of|E-mailed|Conversation with) /, '')

type Wording = { at: Instant; what: string; who: string; text: string; position: number | null }

function noteTable(wordings: readonly Told[], number: number): Content {
  const verbs: Readonly<Record<string, string>> = {
    'note-added': 'Written',
    'note-updated': 'Changed',
    'note-removed': 'Deleted',
  }
  const rows = wordings.map(
    ({ entry }): Wording => ({
      at: entry.at,
      what: verbs[entry.kind] ?? entry.words,
      who: entry.author?.name ?? 'By rule',
      text: entry.facts.find(({ what }) => what === 'Note')?.to ?? '',
      position: entry.position,
    }),
  )
  const removed = wordings.find(({ entry }) => entry.kind === 'note-removed')?.entry
  return {
    stack: [
      { text: `Note ${number}${removed ? ', deleted' : ''}`, bold: true, margin: [0, number === 1 ? 0 : 8, 0, 2] },
      {
        table: {
          widths: [40, 92, 128, '*'],
          body: rows.map(({ at, what, who, text, position }): TableCell[] => [
            { text: position?.toLocaleString('en-GB') ?? '', alignment: 'right', color: muted },
            { text: showDateTime(at) },
            { text: runs(`${what} by ${who}`) },
            { text: runs(text, what === 'Deleted' ? { decoration: 'lineThrough' } : {}) },
          ]),
        },
        layout: 'ledger',
      },
      ...(removed?.remarks ?? []).map((text): Content => ({ text: runs(text), fontSize: 7.5, color: muted })),
    ],
  }
}

import { type DateOnly, type Instant, showDate, showDateTime } from '@gya/domain/common/dates.ts'
import { showPounds, toPounds } from '@gya/domain/common/money.ts'
import { phaseLabels } from '@gya/domain/features/timeline/phase.ts'
import { stateLabels } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { headCell, labelledRows, muted, paragraph, runs, sectionTitle, subtitle } from './pdf-parts.ts'
import type { RecordFileContent } from './read-content.ts'

const day = (date: DateOnly | null): string => (date ? showDate(date) : '–')

/** "1 the sale in a page (dates, offers, steps)." The state when the file is created, whatever the filter. */
export function saleSection(content: RecordFileContent): Content {
  const { detail, timeline } = content
  const { mi } = detail
  const price = (pence: number | null) => (pence === null ? '–' : showPounds(toPounds(pence)))
  const completed = timeline.find(({ keyName }) => keyName === 'Completed')
  const exchanged = timeline.find(({ keyName }) => keyName === 'Exchanged')
  const steps = timeline.filter(({ state }) => state !== 'NS' && state !== 'NA')
  return [
    sectionTitle('1  The sale in a page'),
    labelledRows([
      ['State', phaseLabels[detail.phase]],
      ['Taken on', showDateTime(detail.createdon)],
      ['Asking price', price(mi.currentAskingPrice)],
      ['Agreed price', price(mi.agreedPrice)],
      ['Exchanged', day(exchanged?.completedOn ?? null)],
      ['Completion date', day(detail.completionDate)],
      ['Completed', day(completed?.completedOn ?? null)],
    ]),
    subtitle('Offers'),
    ...offersTable(content),
    subtitle('Steps'),
    steps.length === 0
      ? paragraph('No step has been started.', { color: muted })
      : {
          table: {
            headerRows: 1,
            widths: ['*', 72, 72, 72],
            body: [
              [headCell('Step'), headCell('State'), headCell('Started'), headCell('Completed')],
              ...steps.map(({ title, state, startedOn, completedOn }): TableCell[] => [
                { text: runs(title) },
                stateLabels[state],
                day(startedOn),
                day(completedOn),
              ]),
            ],
          },
          layout: 'ledger',
        },
  ]
}

const answers: Readonly<Record<string, string>> = {
  'offer-accepted': 'Accepted',
  'offer-rejected': 'Rejected',
  'offer-withdrawn': 'Withdrawn',
  'offer-removed': 'Removed',
  'offer-pending': 'Put back to pending',
}

type Told = { received: Instant | null; answers: string[] }

/** "Offers with day and time and the seller's answer." Section 2.1. Taken from the entries of this file. */
function offersTable({ detail, entries }: RecordFileContent): Content[] {
  if (detail.offers.length === 0) return [paragraph('There are no offers.', { color: muted })]
  const told = new Map<string, Told>()
  for (const { entry, data } of entries) {
    const id = typeof data?.offerId === 'string' ? data.offerId : null
    if (id === null || !entry.kind.startsWith('offer-')) continue
    const one = told.get(id) ?? { received: null, answers: [] }
    if (entry.kind === 'offer-added') one.received = entry.at
    const answer = answers[entry.kind]
    if (answer) one.answers.push(`${answer} ${showDateTime(entry.at)}`)
    told.set(id, one)
  }
  const states = { P: 'Pending', A: 'Accepted', R: 'Rejected', W: 'Withdrawn' } as const
  return [
    {
      table: {
        headerRows: 1,
        widths: ['*', 64, 104, 150],
        body: [
          [headCell('Buyer'), headCell('Amount', { alignment: 'right' }), headCell('Entered'), headCell('Answer')],
          ...detail.offers.map((offer): TableCell[] => {
            const { received = null, answers: given = [] } = told.get(offer._id) ?? {}
            return [
              { text: runs(offer.name) },
              { text: showPounds(toPounds(offer.amount)), alignment: 'right' },
              received ? showDateTime(received) : showDate(offer.when),
              given.length > 0 ? given.join('\n') : states[offer.state],
            ]
          }),
        ],
      },
      layout: 'ledger',
    },
  ]
}

import { type DateOnly, type Instant, showDate, showDateTime } from '@gya/domain/common/dates.ts'
import { showPounds, showPoundsAndPence, toPounds } from '@gya/domain/common/money.ts'
import type { ReportRow } from '@gya/domain/features/report/report.model.ts'
import {
  type CellTone,
  contractTone,
  freshness,
  type StepCell,
  shortAddress,
  stepCell,
  surveysCell,
} from '@gya/domain/features/report/report-cell.ts'
import { type ReportColumn, type ReportGroup, reportSortNames } from '@gya/domain/features/report/report-columns.ts'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { PdfDocument } from '../../platform/pdf-document.ts'
import type { readKeyStatsOf } from './report.read-model.ts'
import type { ReportOrder } from './report-order.ts'

type Head = {
  company: string
  /** One phrase a filter. */
  filters: readonly string[]
  sort: ReportOrder
  stats: Awaited<ReturnType<typeof readKeyStatsOf>>
  columns: readonly ReportColumn[]
  today: DateOnly
  now: Instant
}

// The colours of the screen in its light scheme.
const colours = {
  ink: '#15202b',
  quiet: '#5b6673',
  rule: '#d5dae1',
  headFill: '#eff2f6',
  bad: '#a3201d',
  amber: '#8a4b00',
  strong: '#b9e5e4',
  light: '#e0f3f2',
  notice: '#fdeaf0',
  exchanged: '#eff9f1',
}

const groupNames: Record<ReportGroup, string> = { none: '', financial: 'Financial', saleProcess: 'Sale process' }

/** Points of the columns that are not steps; the steps share what is left. */
const widths: Record<string, number> = {
  offerAccepted: 44,
  contractEnd: 44,
  askingPrice: 46,
  agreedPrice: 46,
  feePercent: 28,
  expectedFee: 56,
}
/** Figures that end at the right stand apart from the dates that begin beside them. */
const beforeSteps: [number, number, number, number] = [0, 0, 5, 0]
const pages = { A4: { width: 841.89, address: 210 }, A3: { width: 1190.55, address: 172 } }
const margin = 28
const padding = 3

const tones: Record<CellTone, object> = {
  empty: {},
  done: {},
  due: { bold: true },
  over: { bold: true, color: colours.bad },
  amber: { bold: true, color: colours.amber },
  na: { color: colours.quiet },
}

/** A step as the paper says it: what is overdue has a mark before it, so that colour is not its only sign. */
const stepText = ({ tone, text }: StepCell): string => (tone === 'over' || tone === 'amber' ? `! ${text}` : text)

const updatedOn = (row: ReportRow, { step }: ReportColumn): Instant | null =>
  step === undefined
    ? row.timeline.info.surveys.updatedOn
    : (row.timeline.data.find(({ key }) => key === step)?.updatedOn ?? null)

const date = (day: DateOnly | null): string => (day === null ? '' : showDate(day))
const flagsOf = ({ phase, mi }: ReportRow): string[] => [
  ...(phase === 'exchanged' ? ['exchanged'] : []),
  ...(mi.noticeGiven === null ? [] : ['on notice']),
  ...(mi.chain === 1 || mi.chain === 2 ? ['in a chain'] : []),
]

const rowFill = ({ phase, mi }: ReportRow): string | undefined =>
  mi.noticeGiven !== null ? colours.notice : phase === 'exchanged' ? colours.exchanged : undefined

function plainCell(row: ReportRow, { id }: ReportColumn, today: DateOnly): TableCell {
  const { mi, address } = row
  const amount = (pence: number | null, show = showPounds): TableCell => ({
    text: pence === null ? '' : show(toPounds(pence)),
    alignment: 'right',
  })
  switch (id) {
    case 'offerAccepted':
      return { text: date(mi.offerAccepted) }
    case 'address': {
      const flags = flagsOf(row)
      return {
        text: [
          { text: shortAddress(address.line1), bold: true },
          { text: ` ${address.postcode}`, color: colours.quiet },
          ...(flags.length > 0 ? [{ text: ` (${flags.join(', ')})`, color: colours.quiet }] : []),
        ],
      }
    }
    case 'contractEnd':
      return { text: date(mi.cSignedEndDate), ...(contractTone(mi.cSignedEndDate, today) === 'soon' ? tones.amber : {}) }
    case 'askingPrice':
      return amount(mi.currentAskingPrice)
    case 'agreedPrice':
      return amount(mi.agreedPrice)
    case 'feePercent':
      return { text: mi.agencyFeePercent === null ? '' : (mi.agencyFeePercent / 1000).toFixed(2), alignment: 'right' }
    default:
      return { ...(amount(mi.expectedFee, showPoundsAndPence) as object), margin: beforeSteps } as TableCell
  }
}

function cellOf(row: ReportRow, column: ReportColumn, { today, now }: Pick<Head, 'today' | 'now'>): TableCell {
  const fill = rowFill(row)
  if (column.group !== 'saleProcess')
    return { ...(plainCell(row, column, today) as object), ...(fill && { fillColor: fill }) } as TableCell
  const cell =
    column.step === undefined
      ? surveysCell(row.timeline.info.surveys, today)
      : stepCell(
          row.timeline.data.find(({ key }) => key === column.step),
          today,
        )
  const fresh = freshness(updatedOn(row, column), row.mi.noticeGiven, now)
  const tint = fresh ? colours[fresh] : fill
  return { text: stepText(cell), ...tones[cell.tone], ...(tint && { fillColor: tint }) }
}

/** The names of the groups over the columns they span. */
function groupHeads(columns: readonly ReportColumn[]): TableCell[] {
  return columns.map(({ group }, index) => {
    if (index > 0 && columns[index - 1]?.group === group) return {}
    const span = columns.slice(index).findIndex((other) => other.group !== group)
    return { text: groupNames[group], bold: true, colSpan: span < 0 ? columns.length - index : span, fillColor: colours.headFill }
  })
}

const isMoney = ({ group }: ReportColumn): boolean => group === 'financial'

function widthsOf(columns: readonly ReportColumn[], page: { width: number; address: number }): number[] {
  const steps = columns.filter(({ group }) => group === 'saleProcess').length
  const others = columns.filter(({ group, id }) => group !== 'saleProcess' && id !== 'address')
  const paddings = columns.length * 2 * padding
  const fixed = others.reduce((sum, { id }) => sum + (widths[id] ?? 50), 0)
  const left = page.width - 2 * margin - paddings - fixed
  const step = steps === 0 ? 0 : (left - page.address) / steps
  return columns.map(({ id, group }) => {
    if (group === 'saleProcess') return step
    if (id !== 'address') return widths[id] ?? 50
    return steps === 0 ? Math.min(left, 420) : page.address
  })
}

const statsOf = ({ stats }: Head): Content => {
  const share = (percent: number | null): string => (percent === null ? 'none' : `${percent} %`)
  const figures: [string, string][] = [
    ['Properties', new Intl.NumberFormat('en-GB').format(stats.count)],
    ['Expected fees, excl. VAT', showPoundsAndPence(toPounds(stats.agencyFeeSum))],
    ['Average fee', stats.agencyFeePercentAvg === null ? 'None' : `${(stats.agencyFeePercentAvg / 1000).toFixed(2)} %`],
    ['Proceedable', share(stats.proceedablePercent)],
    ['Not proceedable', share(stats.notProceedablePercent)],
    ['Unknown', share(stats.unknownPercent)],
  ]
  return {
    columns: figures.map(([name, figure]) => ({
      width: 'auto',
      stack: [
        { text: name, fontSize: 7, color: colours.quiet },
        { text: figure, fontSize: 11, bold: true },
      ],
    })),
    columnGap: 28,
    margin: [0, 8, 0, 8],
  }
}

/** "Cells are tinted when updated in the last 24 hours (stronger) or the last 168 hours (lighter)." */
const key: Content = {
  fontSize: 7,
  color: colours.quiet,
  margin: [0, 0, 0, 6],
  text: [
    { text: ' Updated in 24 hours ', background: colours.strong },
    '   ',
    { text: ' In 7 days ', background: colours.light },
    '   ',
    { text: ' On notice ', background: colours.notice },
    '   ',
    { text: ' Exchanged ', background: colours.exchanged },
    '   ! overdue, by so many days',
  ],
}

/** The whole report on landscape paper: A3 where the steps of the sale are shown, else A4; its heads on every page. */
export function reportDocument(rows: readonly ReportRow[], head: Head): PdfDocument {
  const { company, filters, sort, columns } = head
  const pageSize = columns.length > 10 ? 'A3' : 'A4'
  return {
    pageSize,
    pageOrientation: 'landscape',
    pageMargins: [margin, 28, margin, 40],
    info: { title: `Workflow, ${company}` },
    defaultStyle: { fontSize: 7, lineHeight: 1.1, color: colours.ink },
    foot: `Workflow report, ${company}, ${showDateTime(head.now)}`,
    content: [
      { text: `Workflow, ${company}`, fontSize: 16, bold: true },
      {
        text: [
          ...filters,
          `Sorted by ${reportSortNames[sort.sort].toLowerCase()}, ${sort.direction === 'desc' ? 'descending' : 'ascending'}`,
        ].join(' · '),
        color: colours.quiet,
        margin: [0, 3, 0, 0],
      },
      statsOf(head),
      key,
      {
        table: {
          headerRows: 2,
          widths: widthsOf(columns, pages[pageSize]),
          body: [
            groupHeads(columns),
            columns.map((column) => ({
              text: column.head,
              fontSize: 6.5,
              color: colours.quiet,
              fillColor: colours.headFill,
              ...(isMoney(column) ? { alignment: 'right' as const } : {}),
              ...(column.id === 'expectedFee' ? { margin: beforeSteps } : {}),
            })),
            ...rows.map((row) => columns.map((column) => cellOf(row, column, head))),
          ],
        },
        layout: 'report',
      },
      ...(rows.length === 0 ? [{ text: 'No property fits these filters.', margin: [0, 8, 0, 0] } as Content] : []),
    ],
  }
}

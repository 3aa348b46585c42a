import { type DateOnly, type Instant, showDate, showDateTime } from '@gya/domain/common/dates.ts'
import { showPounds, showPoundsAndPence, toPounds } from '@gya/domain/common/money.ts'
import { contractTone } from '@gya/domain/features/management-info/management-info.rules.ts'
import { exportCell } from '@gya/domain/features/report/export-cell.ts'
import type { ReportRow } from '@gya/domain/features/report/report.model.ts'
import { freshLabels, shortAddress } from '@gya/domain/features/report/report.rules.ts'
import { type ReportColumn, type ReportGroup, reportSortNames } from '@gya/domain/features/report/report-columns.ts'
import { type CellTone, freshness, type StepCell, stepCell, surveysCell } from '@gya/domain/features/report/step-cell.ts'
import { isExchangedPhase } from '@gya/domain/features/timeline/phase.ts'
import { type PdfTable, type PdfTableCell, type PdfTableColumn, tableMargin, tablePadding } from '../../infra/pdf/table.ts'
import type { ReportOrder } from '../properties/read/report-row-order.ts'
import type { readKeyStatsRow } from './report.read-model.ts'

type ReportHeader = {
  company: string
  /** One phrase per filter. */
  filters: readonly string[]
  sort: ReportOrder
  stats: Awaited<ReturnType<typeof readKeyStatsRow>>
  columns: readonly ReportColumn[]
  today: DateOnly
  now: Instant
  /** By id; required if a column shows them. */
  branchNames?: ReadonlyMap<string, string> | undefined
}

// The screen's colours in the light scheme.
const colours = {
  quiet: '#5b6673',
  bad: '#a3201d',
  amber: '#8a4b00',
  strong: '#b9e5e4',
  light: '#e0f3f2',
  notice: '#fdeaf0',
  exchanged: '#eff9f1',
}

const groupNames: Record<ReportGroup, string> = { none: '', financial: 'Financial', saleProcess: 'Sale process', extra: '' }

/** Widths in points; the step columns share the rest. */
const widths: Record<string, number> = {
  offerAccepted: 44,
  contractEnd: 44,
  askingPrice: 46,
  agreedPrice: 46,
  feePercent: 28,
  expectedFee: 56,
  progressor: 70,
  expectedExchange: 48,
  expectedCompletion: 48,
  mortgageOfferExpires: 48,
  forecastHalfBy: 48,
  forecastBy80: 48,
  decides: 150,
  vendorLastUpdated: 44,
  checks: 80,
  vendorSolicitor: 90,
  buyerSolicitor: 90,
  nextStep: 120,
  phase: 46,
  branch: 70,
}
/** Landscape. The larger formats are for views with many columns. */
const pages = {
  A4: { width: 841.89, address: 210 },
  A3: { width: 1190.55, address: 172 },
  A2: { width: 1683.78, address: 190 },
  A1: { width: 2383.94, address: 210 },
}
type Page = keyof typeof pages
/** In points: in narrower step cells, words would break. */
const minStepWidth = 36

const tones: Record<CellTone, Omit<PdfTableCell, 'text'>> = {
  empty: {},
  done: {},
  due: { bold: true },
  over: { bold: true, colour: colours.bad },
  amber: { bold: true, colour: colours.amber },
  na: { colour: colours.quiet },
}

/** Overdue steps are marked with "!", so that colour is not the only sign. */
const stepText = ({ tone, text }: StepCell): string => (tone === 'over' || tone === 'amber' ? `! ${text}` : text)

const updatedOn = (row: ReportRow, { step }: ReportColumn): Instant | null =>
  step === undefined
    ? row.timeline.info.surveys.updatedOn
    : (row.timeline.data.find(({ key }) => key === step)?.updatedOn ?? null)

const date = (day: DateOnly | null): string => (day === null ? '' : showDate(day))
const addressFlags = ({ phase, mi }: ReportRow): string[] => [
  ...(isExchangedPhase(phase) ? ['exchanged'] : []),
  ...(mi.noticeGiven === null ? [] : ['on notice']),
  ...(mi.chain === 1 || mi.chain === 2 ? ['in a chain'] : []),
]

const rowFill = ({ phase, mi }: ReportRow): string | undefined =>
  mi.noticeGiven !== null ? colours.notice : isExchangedPhase(phase) ? colours.exchanged : undefined

const addressCell = (row: ReportRow): PdfTableCell => {
  const flags = addressFlags(row)
  return {
    text: [
      { text: shortAddress(row.address.line1), bold: true },
      { text: ` ${row.address.postcode}`, colour: colours.quiet },
      ...(flags.length > 0 ? [{ text: ` (${flags.join(', ')})`, colour: colours.quiet }] : []),
    ],
  }
}

const amount = (pence: number | null, show = showPounds): PdfTableCell => ({ text: pence === null ? '' : show(toPounds(pence)) })

function plainCell(row: ReportRow, { id }: ReportColumn, today: DateOnly): PdfTableCell {
  const { mi } = row
  switch (id) {
    case 'offerAccepted':
      return { text: date(mi.offerAccepted) }
    case 'address':
      return addressCell(row)
    case 'contractEnd':
      return { text: date(mi.cSignedEndDate), ...(contractTone(mi.cSignedEndDate, today) === 'soon' ? tones.amber : {}) }
    case 'askingPrice':
      return amount(mi.currentAskingPrice)
    case 'agreedPrice':
      return amount(mi.agreedPrice)
    case 'feePercent':
      return { text: mi.agencyFeePercent === null ? '' : (mi.agencyFeePercent / 1000).toFixed(2) }
    case 'expectedFee':
      return amount(mi.expectedFee, showPoundsAndPence)
    default:
      throw new Error(`The column ${id} is not in the PDF.`)
  }
}

function toCell(
  row: ReportRow,
  column: ReportColumn,
  { today, now, branchNames }: Pick<ReportHeader, 'today' | 'now' | 'branchNames'>,
): PdfTableCell {
  if (column.group === 'extra') return { text: String(exportCell(row, column, { today, branchNames })) }
  if (column.group !== 'saleProcess') return plainCell(row, column, today)
  const cell =
    column.step === undefined
      ? surveysCell(row.timeline, today)
      : stepCell(
          row.timeline.data.find(({ key }) => key === column.step),
          today,
        )
  const fresh = freshness(updatedOn(row, column), row.mi.noticeGiven, now)
  return { text: stepText(cell), ...tones[cell.tone], ...(fresh && { fill: colours[fresh] }) }
}

/** The width that address and steps share. */
function sharedWidth(columns: readonly ReportColumn[], page: { width: number }): number {
  const others = columns.filter(({ group, id }) => group !== 'saleProcess' && id !== 'address')
  const paddings = columns.length * 2 * tablePadding
  const fixed = others.reduce((sum, { id }) => sum + (widths[id] ?? 50), 0)
  return page.width - 2 * tableMargin - paddings - fixed
}

const stepsIn = (columns: readonly ReportColumn[]): number => columns.filter(({ group }) => group === 'saleProcess').length

/** A3 with the steps of the specification, otherwise A4; larger if the columns of a view do not fit. */
function pageFor(columns: readonly ReportColumn[]): Page {
  const smallest = columns.length > 10 ? 1 : 0
  const sizes = Object.keys(pages) as Page[]
  const fits = (size: Page) => sharedWidth(columns, pages[size]) >= pages[size].address + stepsIn(columns) * minStepWidth
  return sizes.slice(smallest).find(fits) ?? 'A1'
}

function columnWidths(columns: readonly ReportColumn[], page: { width: number; address: number }): number[] {
  const steps = stepsIn(columns)
  const left = sharedWidth(columns, page)
  const step = steps === 0 ? 0 : (left - page.address) / steps
  return columns.map(({ id, group }) => {
    if (group === 'saleProcess') return step
    if (id !== 'address') return widths[id] ?? 50
    return steps === 0 ? Math.min(left, 420) : page.address
  })
}

/** Figures are right-aligned, apart from the dates beside them. */
function toPdfColumns(columns: readonly ReportColumn[], page: { width: number; address: number }): PdfTableColumn[] {
  const wide = columnWidths(columns, page)
  return columns.map(({ id, head, group }, index) => ({
    heading: head,
    group: groupNames[group],
    width: wide[index] ?? 0,
    ...(group === 'financial' ? { align: 'right' as const } : {}),
    ...(id === 'expectedFee' ? { paddingRight: 5 } : {}),
  }))
}

function headlineFigures(stats: ReportHeader['stats']): [string, string][] {
  const share = (percent: number | null): string => (percent === null ? 'none' : `${percent} %`)
  return [
    ['Properties', new Intl.NumberFormat('en-GB').format(stats.count)],
    ['Expected fees, excl. VAT', showPoundsAndPence(toPounds(stats.agencyFeeSum))],
    ['Average fee', stats.agencyFeePercentAvg === null ? 'None' : `${(stats.agencyFeePercentAvg / 1000).toFixed(2)} %`],
    ['Proceedable', share(stats.proceedablePercent)],
    ['Not proceedable', share(stats.notProceedablePercent)],
    ['Unknown', share(stats.unknownPercent)],
  ]
}

/** "Cells are tinted when updated in the last 24 hours (stronger) or the last 168 hours (lighter)." */
const key: PdfTable['legend'] = [
  { text: freshLabels.strong, fill: colours.strong },
  { text: freshLabels.light, fill: colours.light },
  { text: 'On notice', fill: colours.notice },
  { text: 'Exchanged', fill: colours.exchanged },
  { text: '! overdue, by so many days' },
]

/** The report on landscape paper; headers repeat on every page. */
export function reportPdfLayout(rows: readonly ReportRow[], head: ReportHeader): PdfTable {
  const { company, filters, sort, columns } = head
  const page = pageFor(columns)
  const order = `${reportSortNames[sort.sort].toLowerCase()}, ${sort.direction === 'desc' ? 'descending' : 'ascending'}`
  return {
    page,
    title: `Workflow, ${company}`,
    subtitle: [...filters, `Sorted by ${order}`].join(' · '),
    figures: headlineFigures(head.stats),
    legend: key,
    columns: toPdfColumns(columns, pages[page]),
    rows: rows.map((row) => {
      const fill = rowFill(row)
      return { cells: columns.map((column) => toCell(row, column, head)), ...(fill && { fill }) }
    }),
    emptyText: 'No property fits these filters.',
    footer: `Workflow report, ${company}, ${showDateTime(head.now)}`,
  }
}

import { addressLine } from '../../common/address-line.ts'
import { type DateOnly, daysBetween, type Instant, showDate, showDayMonth, showDays } from '../../common/dates.ts'
import { toPounds } from '../../common/money.ts'
import { describeExpected, describeMoveCount, expiresBeforeExchange } from '../expected-dates/describe-expected.ts'
import { dayOrLater } from '../forecast/day-or-later.ts'
import { describeNextStep, mostUrgent, warningColour } from '../timeline/most-urgent-step.ts'
import { phaseLabels } from '../timeline/phase.ts'
import { stepDefinition } from '../timeline/step-definitions.ts'
import { isSurveyType } from '../timeline/survey-types.ts'
import type { ReportRow, ReportStep } from './report.model.ts'
import { freshHours, type ReportColumn, reportColumns, reportColumnsOf } from './report-columns.ts'

/**
 * "A step cell shows the completion date (DD-MMM), or the days remaining until the warning date, or an overdue icon
 * titled Overdue by N days, or N/A for financial items marked not applicable. Cells are tinted when updated in the last
 * 24 hours (stronger) or the last 168 hours (lighter), unless notice has been given." Reports document, section 2.2. N/A
 * is shown for any step marked not applicable, because an empty cell means not started. A blocked step says so, with the
 * days overdue.
 */

export type CellTone = 'empty' | 'done' | 'due' | 'over' | 'amber' | 'na'
/** `title` is the full text, for tooltip, screen readers and CSV. */
export type StepCell = { tone: CellTone; text: string; title: string; blocked: boolean }
export type Freshness = 'strong' | 'light' | null

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const empty: StepCell = { tone: 'empty', text: '', title: 'Not started', blocked: false }

export function stepCell(step: Pick<ReportStep, 'state' | 'completedOn' | 'warningDate'> | undefined, today: DateOnly): StepCell {
  if (!step || step.state === 'NS') return empty
  if (step.state === 'NA') return { tone: 'na', text: 'N/A', title: 'Not applicable', blocked: false }
  if (step.state === 'C' && step.completedOn)
    return {
      tone: 'done',
      text: showDayMonth(step.completedOn),
      title: `Completed ${showDate(step.completedOn)}`,
      blocked: false,
    }
  const blocked = step.state === 'B'
  const daysLeft = step.warningDate === null ? null : daysBetween(today, step.warningDate)
  if (daysLeft !== null && daysLeft < 0)
    return {
      tone: 'over',
      text: showDays(-daysLeft),
      title: `Overdue by ${showDays(-daysLeft)}${blocked ? ', delayed' : ''}`,
      blocked,
    }
  if (blocked) return { tone: 'over', text: 'Delayed', title: 'Delayed', blocked }
  if (daysLeft === null) return { tone: 'due', text: 'In progress', title: 'In progress', blocked }
  return daysLeft === 0
    ? { tone: 'due', text: 'today', title: 'Due today', blocked }
    : { tone: 'due', text: `in ${showDays(daysLeft)}`, title: `Due in ${showDays(daysLeft)}`, blocked }
}

type SurveyCellInput = {
  data: readonly Pick<ReportStep, 'key' | 'state' | 'warningDate' | 'surveyData'>[]
  info: { surveys: Pick<ReportRow['timeline']['info']['surveys'], 'cell' | 'booked' | 'done'> }
}

/** The most urgent open survey. */
const surveyToShow = (data: SurveyCellInput['data'], today: DateOnly) =>
  mostUrgent(
    data
      .filter(({ key, state }) => isSurveyType(key) && (state === 'IP' || state === 'B'))
      .map(({ key, state, warningDate, surveyData }) => ({
        key,
        blocked: state === 'B',
        date: warningDate,
        awaitingReports: surveyData?.awaitingReports ?? false,
      })),
    today,
  )

/** "'Surveys complete' cell: N/A when not having a survey is complete, else done ÷ booked, else the next survey date." Domain decisions. */
export function surveysCell({ data, info }: SurveyCellInput, today: DateOnly): StepCell {
  const { cell, done, booked } = info.surveys
  if (cell === 'not-applicable') return { tone: 'na', text: 'N/A', title: 'Not having a survey', blocked: false }
  if (cell === 'nothing') return { ...empty, title: 'No survey booked' }
  const next = surveyToShow(data, today)
  const warning = next && warningColour(next, today)
  const late = next?.date && warning ? `overdue by ${showDays(daysBetween(next.date, today))}` : null
  const words = late && (warning === 'amber' ? `awaiting reports, ${late}` : late)
  const tone = warning === 'red' ? 'over' : (warning ?? (done === booked ? 'done' : 'due'))
  const blocked = next?.blocked ?? false
  const delayedSuffix = blocked ? ', delayed' : ''
  if (cell === 'ratio') {
    const ratio = `${done} of ${booked} surveys complete`
    return { tone, text: `${done} of ${booked}`, title: `${words ? `${ratio}, ${words}` : ratio}${delayedSuffix}`, blocked }
  }
  if (!next?.date) return { ...empty, title: 'No survey date' }
  const dateText = words
    ? capital(words)
    : `${next.awaitingReports ? 'Awaiting reports, survey' : 'Survey'} ${showDate(next.date)}`
  return { tone, text: showDayMonth(next.date), title: `${dateText}${delayedSuffix}`, blocked }
}

/** No tint on a property with notice given. */
export function freshness(updatedOn: Instant | null, noticeGiven: DateOnly | null, now: Instant): Freshness {
  if (updatedOn === null || noticeGiven !== null) return null
  const hours = (Date.parse(now) - Date.parse(updatedOn)) / 3_600_000
  if (hours >= freshHours.light) return null
  return hours < freshHours.strong ? 'strong' : 'light'
}

/** `words`: moves, lateness or the meaning of the day; `late` shows them in red. */
export type ExpectedCell = { day: DateOnly | null; late: boolean; words: string }

type ExpectedRow = Pick<
  ReportRow,
  'phase' | 'expectedExchange' | 'exchangeMoves' | 'expectedCompletion' | 'completionDate' | 'mortgageOfferExpires'
> & { timeline: { info: Pick<ReportRow['timeline']['info'], 'completedOns'> } }

const joinWords = (...words: readonly string[]): string => words.filter((text) => text !== '').join(', ')

/** "Overdue when the day has passed and the step is not complete: red with words." Day design, section 6. */
export function expectedExchangeCell(row: ExpectedRow, today: DateOnly): ExpectedCell {
  const day = row.expectedExchange
  if (day === null) return { day, late: false, words: '' }
  const { overdueDays, words } = describeExpected(day, row.timeline.info.completedOns.Exchanged ?? null, today)
  return { day, late: overdueDays > 0, words: joinWords(words, describeMoveCount(row.exchangeMoves)) }
}

/** "Once there is a completion date it shows in its place." */
export function expectedCompletionCell(row: ExpectedRow, today: DateOnly): ExpectedCell {
  if (row.completionDate !== null) return { day: row.completionDate, late: false, words: 'agreed' }
  const day = row.expectedCompletion
  if (day === null) return { day, late: false, words: '' }
  const { overdueDays, words } = describeExpected(day, row.timeline.info.completedOns.Completed ?? null, today)
  return { day, late: overdueDays > 0, words }
}

/** After exchange the expiry of the mortgage offer no longer matters. */
export function mortgageExpiryCell(row: ExpectedRow, today: DateOnly): ExpectedCell {
  const day = row.mortgageOfferExpires
  if (day === null || row.phase !== 'sold') return { day, late: false, words: '' }
  if (day < today) return { day, late: true, words: 'expired' }
  return expiresBeforeExchange(row) ? { day, late: true, words: 'before exchange' } : { day, late: false, words: '' }
}

/** "Contract expiring warning: 2 weeks" (reports document, section 9); both ends included. */
export const contractTone = (end: DateOnly | null, today: DateOnly): 'soon' | 'past' | null => {
  if (end === null) return null
  const daysLeft = daysBetween(today, end)
  if (daysLeft < 0) return 'past'
  return daysLeft <= 14 ? 'soon' : null
}

/** "Address truncated to 70 characters in the report." */
export const shortAddress = (line1: string): string => (line1.length > 70 ? `${line1.slice(0, 69)}…` : line1)

/**
 * "The CSV, the PDF and the screen come from the same column definitions" (domain decisions, "Workflow report"). Amounts
 * are pounds, dates DD/MM/YYYY, steps use the tooltip's text.
 */

/** `preSale`: include the pre-sale step Memo of sale sent in the sale progression group. */
export type VisibleGroups = { financial: boolean; saleProgression: boolean; preSale?: boolean }

const isPreSale = ({ step }: ReportColumn): boolean => step !== undefined && stepDefinition(step)?.type === 'PS'

/** The specification's columns. Those without a group are always visible. */
export const visibleColumns = ({ financial, saleProgression, preSale = true }: VisibleGroups): readonly ReportColumn[] =>
  (reportColumns as readonly ReportColumn[]).filter((column) => {
    if (column.group === 'none') return true
    if (column.group === 'extra') return false
    return column.group === 'financial' ? financial : saleProgression && (preSale || !isPreSale(column))
  })

/** "CSV and PDF take the columns on screen; without a view they are the specification's." Day design, section 8. */
export const exportedColumns = (ids: readonly string[] | undefined, groups: VisibleGroups): readonly ReportColumn[] =>
  ids === undefined ? visibleColumns(groups) : reportColumnsOf(ids)

const date = (day: DateOnly | null): string => (day === null ? '' : showDate(day))
const amount = (pence: number | null): number | '' => (pence === null ? '' : toPounds(pence))

/** Data that the cells of an export need in addition to the row. */
export type ExportContext = { today: DateOnly; branchNames?: ReadonlyMap<string, string> | undefined }

export function exportCell(row: ReportRow, column: ReportColumn, { today, branchNames }: ExportContext): string | number {
  const { mi, address, timeline } = row
  if (column.step !== undefined) {
    const step = timeline.data.find(({ key }) => key === column.step)
    return step?.state === 'C' ? date(step.completedOn) : titleOrEmpty(stepCell(step, today))
  }
  switch (column.id) {
    case 'offerAccepted':
      return date(mi.offerAccepted)
    case 'address':
      return addressLine(address)
    case 'contractEnd':
      return date(mi.cSignedEndDate)
    case 'askingPrice':
      return amount(mi.currentAskingPrice)
    case 'agreedPrice':
      return amount(mi.agreedPrice)
    case 'feePercent':
      return mi.agencyFeePercent === null ? '' : mi.agencyFeePercent / 1000
    case 'expectedFee':
      return amount(mi.expectedFee)
    case 'progressor':
      return row.bStaff?.name ?? ''
    case 'expectedExchange':
      return date(row.expectedExchange)
    case 'expectedCompletion':
      return date(row.completionDate ?? row.expectedCompletion)
    case 'mortgageOfferExpires':
      return date(row.mortgageOfferExpires)
    case 'forecastHalfBy':
      return row.forecast === null ? '' : dayOrLater(row.forecast.halfBy, today)
    case 'forecastBy80':
      return row.forecast === null ? '' : dayOrLater(row.forecast.by80, today)
    case 'decides':
      return row.forecast?.decides ?? ''
    case 'vendorLastUpdated':
      return date(row.vendorLastUpdatedOn)
    case 'vendorSolicitor':
      return row.vendorSolicitor ?? ''
    case 'buyerSolicitor':
      return row.buyerSolicitor ?? ''
    case 'nextStep':
      return describeNextStep(timeline.info.nextStep, today)
    case 'phase':
      return phaseLabels[row.phase]
    case 'branch':
      return branchNames?.get(row.branch) ?? ''
    default:
      return titleOrEmpty(surveysCell(timeline, today))
  }
}

const titleOrEmpty = (cell: { tone: string; title: string }): string => (cell.tone === 'empty' ? '' : cell.title)

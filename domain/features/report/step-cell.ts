import { type DateOnly, daysBetween, type Instant, showDate, showDayMonth, showDays } from '../../common/dates.ts'
import { isDelayed, mostUrgent, warningColour } from '../timeline/most-urgent-step.ts'
import { isSurveyType } from '../timeline/survey-types.ts'
import type { ReportRow, ReportStep } from './report.model.ts'
import { freshHours } from './report.rules.ts'

/**
 * "A step cell shows the completion date (DD-MMM), or the days remaining until the warning date, or an overdue icon
 * titled Overdue by N days, or N/A for financial items marked not applicable. Cells are tinted when updated in the last
 * 24 hours (stronger) or the last 168 hours (lighter), unless notice has been given." [reports §2.2](docs/design/reports.md#2.2). N/A
 * is shown for any step marked not applicable, because an empty cell means not started. A blocked step says so, with the
 * days overdue.
 */

export type CellTone = 'empty' | 'done' | 'due' | 'over' | 'amber' | 'na'
/** `title` is the full text, for tooltip, screen readers and CSV. `assumed`: no file of the import gave the day. */
export type StepCell = { tone: CellTone; text: string; title: string; blocked: boolean; assumed?: boolean }
export type Freshness = 'strong' | 'light' | null

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const empty: StepCell = { tone: 'empty', text: '', title: 'Not started', blocked: false }

export function stepCell(
  step: Pick<ReportStep, 'state' | 'completedOn' | 'warningDate' | 'assumed'> | undefined,
  today: DateOnly,
): StepCell {
  if (!step || step.state === 'NS') return empty
  if (step.state === 'NA') return { tone: 'na', text: 'N/A', title: 'Not applicable', blocked: false }
  if (step.state === 'C' && step.completedOn)
    return {
      tone: 'done',
      text: showDayMonth(step.completedOn),
      title: step.assumed ? `Assumed: completed ${showDate(step.completedOn)}` : `Completed ${showDate(step.completedOn)}`,
      blocked: false,
      ...(step.assumed ? { assumed: true } : {}),
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
  // A step that the sale has passed has no warning date.
  if (blocked) return { tone: daysLeft === null ? 'due' : 'over', text: 'Delayed', title: 'Delayed', blocked }
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
      .filter(({ key }) => isSurveyType(key))
      .flatMap(({ key, state, warningDate, surveyData }) =>
        state !== 'IP' && state !== 'B'
          ? []
          : {
              key,
              state,
              date: warningDate,
              awaitingReports: surveyData?.awaitingReports ?? false,
            },
      ),
    today,
  )

/**
 * "'Surveys complete' cell: N/A when not having a survey is complete, else done ÷ booked, else the next survey date."
 * [domain](docs/design/domain.md).
 */
export function surveysCell({ data, info }: SurveyCellInput, today: DateOnly): StepCell {
  const { cell, done, booked } = info.surveys
  if (cell === 'not-applicable') return { tone: 'na', text: 'N/A', title: 'Not having a survey', blocked: false }
  if (cell === 'nothing') return { ...empty, title: 'No survey booked' }
  const next = surveyToShow(data, today)
  const warning = next && warningColour(next, today)
  const late = next?.date && warning ? `overdue by ${showDays(daysBetween(next.date, today))}` : null
  const words = late && (warning === 'amber' ? `awaiting reports, ${late}` : late)
  const tone = warning === 'red' ? 'over' : (warning ?? (done === booked ? 'done' : 'due'))
  const blocked = next !== null && isDelayed(next)
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

import { isDateOnly } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { DateRange } from '@gya/domain/features/dashboard/periods.ts'
import { readWeek } from '@gya/domain/features/week/week.contract.ts'
import { type WeekMetric, weekBys, weekMetrics } from '@gya/domain/features/week/week.model.ts'
import {
  kindOfPeriod,
  neighbouringPeriod,
  periodSoFar,
  type WeekPeriodKind,
  weekPeriodKinds,
} from '@gya/domain/features/week/week-periods.ts'
import { useCall } from '../../../lib/api/use-call.ts'
import { useMay } from '../../../lib/session/session.tsx'
import { useCurrentScope } from '../../../lib/url-state/current-scope.ts'
import { type SearchParams, useSearchParams, useSetSearchParams } from '../../../lib/url-state/search-params.ts'

export type WireWeek = Wire<typeof readWeek, 'response'>
type WeekQuery = Wire<typeof readWeek, 'query'>

export const periodChoices = {
  thisWeek: 'This week',
  lastWeek: 'Last week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Financial year',
  own: 'Own dates',
} as const
export type PeriodChoice = keyof typeof periodChoices

/** The rows that a figure opens: its metric, its period, and the branch or person of its row. */
export type OpenFigure = { metric: WeekMetric; period: number; who?: string | undefined }

const oneOf = <T extends string>(values: readonly T[], text: string | undefined): T | undefined =>
  values.find((value) => value === text)

/** Figures on screen, all from the URL: branch, area or company, period, by whom, and the figure whose rows are open. */
export function useWeek() {
  const search = useSearchParams()
  const setParams = useSetSearchParams()
  const { company: companyId = '', branch } = useCurrentScope()
  const canOpenCompany = useMay('dashboard.company')
  const wholeCompany = canOpenCompany && (search.whose === 'company' || search.branch === undefined)
  const area = wholeCompany ? search.areas : undefined
  const [first, last] = [search.first, search.last]
  const hasDays = first !== undefined && last !== undefined && isDateOnly(first) && isDateOnly(last)
  const query: WeekQuery = {
    ...(wholeCompany ? { areaIds: area } : { branchIds: branch }),
    ...(hasDays ? { first, last } : {}),
    as: oneOf(weekPeriodKinds, search.as),
    by: oneOf(weekBys, search.by) ?? (wholeCompany ? 'branch' : 'negotiator'),
  }
  const params = { companyId }
  const isReady = companyId !== '' && (wholeCompany || branch !== undefined)
  const read = useCall(readWeek, { params, query }, { keep: true, enabled: isReady })
  const metric = oneOf(weekMetrics, search.metric)
  const open: OpenFigure | null = metric ? { metric, period: Number(search.period ?? 0), who: search.who } : null
  const close = { metric: undefined, period: undefined, who: undefined, page: undefined }
  const change = (changed: SearchParams) => setParams({ ...close, ...changed })
  const showPeriod = (range: DateRange, as: WeekPeriodKind) => change({ ...range, as: as === 'week' ? undefined : as })
  const figure = ({ metric: of, period, who }: OpenFigure): SearchParams => ({
    metric: of,
    period: period === 0 ? undefined : String(period),
    who,
    page: undefined,
  })
  return {
    params,
    query,
    read,
    scope: { companyId, branchId: wholeCompany ? null : (branch ?? null), areaId: area },
    open,
    setBy: (by: string) => change({ by }),
    showPeriod,
    openFigure: (chosen: OpenFigure | null) => setParams(chosen ? figure(chosen) : close),
  }
}

export const settingsOf = ({ endOfWeek, yearStarts }: WireWeek) => ({ endOfWeek, yearStarts })

/** The period of the address, which is shown once its figures are there. */
export type AskedPeriod = { kind: WeekPeriodKind; range: DateRange }

export function periodOfQuery(week: WireWeek, { first, last, as }: WeekQuery): AskedPeriod {
  const settings = settingsOf(week)
  if (first === undefined || last === undefined) {
    const kind = as === undefined || as === 'own' ? 'week' : as
    return { kind, range: periodSoFar(kind, week.today, settings) }
  }
  const range = { first, last }
  return { kind: kindOfPeriod(range, settings, as), range }
}

/** The days of a choice; own dates begin with those that are shown. */
export function daysOfChoice(week: WireWeek, choice: PeriodChoice): { range: DateRange; as: WeekPeriodKind } {
  const settings = settingsOf(week)
  const so = (kind: 'week' | 'month' | 'quarter' | 'year') => ({ range: periodSoFar(kind, week.today, settings), as: kind })
  if (choice === 'thisWeek') return so('week')
  if (choice === 'own') return { range: week.periods[0] ?? so('week').range, as: 'own' }
  if (choice !== 'lastWeek') return so(choice)
  const { range } = so('week')
  return { range: neighbouringPeriod({ kind: 'week', range, step: -1 }, settings, week.today) ?? range, as: 'week' }
}

/** The choice that shows these days; none for another month, quarter or year. */
export function choiceOf(week: WireWeek, { kind, range }: AskedPeriod): PeriodChoice | undefined {
  if (kind === 'own') return 'own'
  const choices = Object.keys(periodChoices) as PeriodChoice[]
  return choices.find((choice) => {
    const days = daysOfChoice(week, choice)
    return days.as === kind && days.range.first === range.first && days.range.last === range.last
  })
}

import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { AddJob } from '../../jobs/queue.ts'
import type { AsAtDay } from './as-at-day.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'

/** The request for a figure. Returns null for an unknown key, which results in 404. */
export type FigureRequest = {
  scope: ForecastScope
  key: string
  page: PageRequest
  /** The day of the request, and whether it is in the past. */
  asked: AsAtDay
  today: DateOnly
  addJob: AddJob
}

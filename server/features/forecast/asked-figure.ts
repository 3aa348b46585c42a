import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { AddJob } from '../../jobs/queue.ts'
import type { AskedDay } from './asked-day.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'

/** What a figure is asked for. A key that names nothing is answered null: 404. */
export type AskedFigure = {
  scope: ForecastScope
  key: string
  page: PageRequest
  /** The day as at which it is asked, and whether it has passed. */
  asked: AskedDay
  today: DateOnly
  addJob: AddJob
}

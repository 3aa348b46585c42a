import { z } from 'zod'
import { Paging, pagingQuery } from '../../common/paging.ts'
import { branchParams } from '../../common/scope-params.ts'
import { Day, Id } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { howAnswer } from '../assistants/answers.ts'
import { type Metric, metricKeys } from '../dashboard/metrics.ts'

/** "How this came about": explains each figure of the forecast and the dashboard. [forecast §11](docs/design/forecast.md#11). */

export const forecastFigures = ['period', 'chance', 'calibration', 'quick', 'step'] as const
export type ForecastFigure = (typeof forecastFigures)[number]

const Figure = z.enum([...forecastFigures, ...(metricKeys as [Metric, ...Metric[]])], 'There is no such figure.')
export type Figure = z.output<typeof Figure>

const Property = z.object({ _id: Id, branch: Id, line1: z.string() })

const How = z.object({
  title: z.string(),
  /** The definition of the figure. */
  definition: z.string(),
  /** The figure in a sentence. */
  sentence: z.string(),
  /** The terms of the figure. `from`: the data from which a term is calculated. */
  terms: z.array(z.object({ label: z.string(), value: z.string(), from: z.string() })),
  /** The rows counted: sales, stored forecasts or properties. */
  rows: z.array(z.object({ property: Property, words: z.string(), value: z.string() })),
  paging: Paging,
  /** Heading of the rows; empty where the figure has none. */
  rowsAre: z.string(),
  asAt: Day,
  /** The day of the tables; null: published times, or a figure of the dashboard. */
  learnedOn: Day.nullable(),
  /** Number of the method; null: a figure of the dashboard. */
  method: z.int().nullable(),
  /** The reasons for its change: earlier forecasts with the entries since, or the properties added and removed since the day before. */
  changes: z.array(
    z.object({
      on: Day,
      from: z.string(),
      to: z.string(),
      because: z.string(),
      /** The entry in the history of the property. */
      eventId: Id.nullable(),
      property: Property.nullable(),
    }),
  ),
})
export type How = z.output<typeof How>

const figureParams = {
  figure: Figure,
  /**
   * Period: `2025-12-01_2025-12-31`. Chance: the id of the property, `_` and the period. Calibration: weeks and group, `4_8`. Quick:
   * kind and id. Step: its key, or key and group. Metric: the day.
   */
  key: z.string().regex(/^[\w-]{1,120}$/, 'There is no such figure.'),
}

/** `asAt`: a past day or today, for a figure of the forecast. */
const howQuery = z.strictObject({ ...pagingQuery(), asAt: Day.optional() })

export const readHow = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/:branchId/how/:figure/:key',
  permission: 'forecast.view',
  places: 'branch-or-company',
  summary:
    'How a figure of the forecast or of the dashboard came about: definition, terms, the rows counted, and what changed it. Figures of the dashboard on any past day.',
  params: branchParams.extend(figureParams),
  query: howQuery,
  response: How,
  assistant: {
    tool: 'explain_figure',
    scope: 'forecast:read',
    title: 'How a figure came about',
    description:
      'Definition, terms and counted rows of a figure. figure: a metric of read_figures with a day as key, or period, chance, calibration, quick, step.',
    answer: howAnswer,
  },
})

import type { DateOnly } from '@gya/domain/common/dates.ts'
import { definitionOf, type Metric, windowOf } from '@gya/domain/features/dashboard/metrics.ts'
import { describeEvent, type EventGroup, kindsOf } from '@gya/domain/features/events/event-kinds.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { MetricMove } from '../dashboard/dashboard.read-model.ts'
import { changingKindsOf, type Moved, mayBeCause } from './changed-by.ts'
import { canMoveStock, dependsOnPhaseAlone } from './stock-movers.ts'

type Asked = { companyId: string; day: DateOnly; metric: Metric }
type Condition = RawBuilder<SqlBool>

const stockGroups: readonly EventGroup[] = ['property', 'information', 'price', 'offers', 'sale', 'timeline', 'chain']
const contactStocks: readonly Metric[] = ['vendorSolicitor', 'vendorBroker']

/** The field of entries with the id of the row that a flow counts; the row of any other flow has the id of its entry. */
const rowIdFields: Partial<Record<Metric, string>> = {
  viewings: 'viewingId',
  relaunches: 'relaunchId',
  offers: 'offerId',
  priceDeductions: 'askingPriceId',
}

/** The entries `e` that can have moved the row `m`, the cause first. */
function entriesOf({ metric, day }: Asked): { are: Condition; order: RawBuilder<unknown> } {
  const onDay = sql<SqlBool>`e.at >= (${day}::date::timestamp at time zone 'Europe/London')
    and e.at < ((${day}::date + 1)::timestamp at time zone 'Europe/London')`
  const first = sql`e.at, e.id`
  if (definitionOf(metric).kind === 'stock') {
    const groups: EventGroup[] = contactStocks.includes(metric) ? [...stockGroups, 'contacts'] : [...stockGroups]
    const direction = dependsOnPhaseAlone(metric) ? sql`case when m.is_in then 1 else -1 end` : sql`1`
    // Of one save, its steps come before its dates.
    const order = sql`${canMoveStock(metric)} desc, ${direction} * extract(epoch from e.at) desc, (e.kind = 'step-changed') desc, e.id desc`
    return { are: sql<SqlBool>`${mayBeCause(changingKindsOf(groups))} and ${onDay}`, order }
  }
  if (metric === 'takeOn') return { are: sql<SqlBool>`e.kind = any(${kindsOf(['property'])}::text[]) and ${onDay}`, order: first }
  const field = rowIdFields[metric]
  if (field === undefined) return { are: sql<SqlBool>`e.id = m.id`, order: first }
  return { are: sql<SqlBool>`e.data ->> ${field}::text = m.id::text and ${onDay}`, order: first }
}

type Found = { nth: number; id: string; at: string; kind: string; data: Record<string, unknown> }

/** What moved each row of a metric on a day: the entry that changed it, or that only the period or the date moved on. */
export async function findMetricCauses(db: Db, asked: Asked, moves: readonly MetricMove[]): Promise<Moved[]> {
  const { are, order } = entriesOf(asked)
  const { rows } = await sql<Found>`
    select (m.nth - 1)::int as nth, c.*
    from unnest(${moves.map((move) => move.property_id)}::uuid[], ${moves.map((move) => move.rowId)}::uuid[],
      ${moves.map((move) => move.isIn)}::boolean[]) with ordinality as m (property_id, id, is_in, nth)
    cross join lateral (
      select e.id, e.at, e.kind, e.data from event e
      where e.company_id = ${asked.companyId} and e.property_id = m.property_id and ${are}
      order by ${order}
      limit 1) c`.execute(db)
  const found = new Map(rows.map((row) => [row.nth, row]))
  const isDated = definitionOf(asked.metric).kind === 'flow' || windowOf(asked.metric) !== 'period'
  const periodMoved: Moved = { because: isDated ? 'The period moved on' : 'A day passed', eventId: null }
  return moves.map(({ byPeriod }, index) => {
    const entry = found.get(index)
    if (byPeriod || !entry) return periodMoved
    return { because: describeEvent(entry.kind, entry.data, entry.at)?.words ?? '', eventId: entry.id }
  })
}

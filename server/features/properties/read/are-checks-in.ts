import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { CustomerStateName } from '@gya/domain/features/customer-checks/customer-states.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Where the state of customers is stored: of one, by the index `customer_by_state`; of a sale. */
const columns = {
  customer: { state: sql.ref('k.state'), until: sql.ref('k.ready_until') },
  sale: { state: sql.ref('r.checks_state'), until: sql.ref('r.checks_until') },
}

/** Whether the checks of customer `k` or sale `r` have a state on a day: `checksOn` in SQL. */
export function areChecksIn(of: keyof typeof columns, wanted: CustomerStateName, today: DateOnly): RawBuilder<SqlBool> {
  const { state, until } = columns[of]
  if (wanted === 'ready') return sql`(${state} = 'ready' and (${until} >= ${today} or ${until} is null))`
  return wanted === 'open' ? sql`(${state} = 'open' or ${state} = 'ready' and ${until} < ${today})` : sql`${state} = ${wanted}`
}

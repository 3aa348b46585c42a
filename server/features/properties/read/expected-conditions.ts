import type { DateOnly } from '@gya/domain/common/dates.ts'
import { isCheckedPhase } from '@gya/domain/features/customer-checks/customer-state.ts'
import { nobodyStaffId } from '@gya/domain/features/expected-dates/expected-dates.model.ts'
import { phases } from '@gya/domain/features/timeline/phase.ts'
import { type SqlBool, sql } from 'kysely'
import { areChecksIn } from './are-checks-in.ts'

/** Filters by expected exchange, sales progressor and negotiator, shared by report and properties list. */
export type ExpectedFilters = {
  expectedFrom?: DateOnly | undefined
  expectedUntil?: DateOnly | undefined
  /** Sold, without an expected exchange. */
  expectedMissing?: boolean | undefined
  /** Ids, and `none` for properties without a progressor. */
  bStaffIds?: readonly string[] | undefined
  negotiatorIds?: readonly string[] | undefined
}

/** Wire format of the filters. */
export const parseExpectedFilters = (query: {
  expectedFrom?: DateOnly | undefined
  expectedUntil?: DateOnly | undefined
  expectedMissing?: '0' | '1' | undefined
  bStaffIds?: string | undefined
  negotiatorIds?: string | undefined
}): ExpectedFilters => ({
  expectedFrom: query.expectedFrom,
  expectedUntil: query.expectedUntil,
  expectedMissing: query.expectedMissing === '1',
  bStaffIds: query.bStaffIds?.split(','),
  negotiatorIds: query.negotiatorIds?.split(','),
})

/** Only agreed sales have an expected exchange. A literal, so that the partial index `property_report_expected` applies. */
const isAgreed = sql<SqlBool>`r.phase in ('sold', 'exchanged')`

function isOneOf(name: 'r.b_staff' | 'r.negotiator_id', ids: readonly string[]) {
  const column = sql.ref(name)
  const isAssigned = sql<SqlBool>`${column} = any(${ids.filter((id) => id !== nobodyStaffId)}::uuid[])`
  return ids.includes(nobodyStaffId) ? sql<SqlBool>`(${column} is null or ${isAssigned})` : isAssigned
}

/** Conditions on the report rows (`property_report as r`). */
export function expectedCondition(filters: ExpectedFilters) {
  const { expectedFrom, expectedUntil, expectedMissing, bStaffIds, negotiatorIds } = filters
  const needs = [
    (expectedFrom !== undefined || expectedUntil !== undefined) && isAgreed,
    expectedFrom !== undefined && sql<SqlBool>`r.expected_exchange >= ${expectedFrom}`,
    expectedUntil !== undefined && sql<SqlBool>`r.expected_exchange <= ${expectedUntil}`,
    expectedMissing === true && sql<SqlBool>`r.phase = 'sold' and r.expected_exchange is null`,
    bStaffIds !== undefined && isOneOf('r.b_staff', bStaffIds),
    negotiatorIds !== undefined && isOneOf('r.negotiator_id', negotiatorIds),
  ].filter((need) => need !== false)
  return needs.length === 0 ? null : sql<SqlBool>`${sql.join(needs, sql` and `)}`
}

const checkedPhases = phases.filter(isCheckedPhase)

/** "Filters *Checks open*". [sale-file §5](docs/design/sale-file.md#5). */
export const checksOpenCondition = (today: DateOnly) =>
  sql<SqlBool>`(r.phase = any(${checkedPhases}::text[]) and r.checks_state is not null and not ${areChecksIn('sale', 'ready', today)})`

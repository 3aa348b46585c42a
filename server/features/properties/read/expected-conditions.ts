import type { DateOnly } from '@gya/domain/common/dates.ts'
import { nobodyStaffId } from '@gya/domain/features/expected-dates/expected-dates.model.ts'
import { type SqlBool, sql } from 'kysely'

/** Filters by expected exchange and sales progressor, shared by report and properties list. */
export type ExpectedFilters = {
  expectedFrom?: DateOnly | undefined
  expectedUntil?: DateOnly | undefined
  /** Sold, without an expected exchange. */
  expectedMissing?: boolean | undefined
  /** Ids, and `none` for properties without a progressor. */
  bStaffIds?: readonly string[] | undefined
}

/** Wire format of the filters. */
export const parseExpectedFilters = (query: {
  expectedFrom?: DateOnly | undefined
  expectedUntil?: DateOnly | undefined
  expectedMissing?: '0' | '1' | undefined
  bStaffIds?: string | undefined
}): ExpectedFilters => ({
  expectedFrom: query.expectedFrom,
  expectedUntil: query.expectedUntil,
  expectedMissing: query.expectedMissing === '1',
  bStaffIds: query.bStaffIds?.split(','),
})

/** Only agreed sales have an expected exchange. A literal, so that the partial index `property_report_expected` applies. */
const isAgreed = sql<SqlBool>`r.phase in ('sold', 'exchanged')`

/** Conditions on the report rows (`property_report as r`). */
export function expectedCondition({ expectedFrom, expectedUntil, expectedMissing, bStaffIds }: ExpectedFilters) {
  const ids = bStaffIds?.filter((id) => id !== nobodyStaffId)
  const isAssigned = sql<SqlBool>`r.b_staff = any(${ids ?? []}::uuid[])`
  const needs = [
    (expectedFrom !== undefined || expectedUntil !== undefined) && isAgreed,
    expectedFrom !== undefined && sql<SqlBool>`r.expected_exchange >= ${expectedFrom}`,
    expectedUntil !== undefined && sql<SqlBool>`r.expected_exchange <= ${expectedUntil}`,
    expectedMissing === true && sql<SqlBool>`r.phase = 'sold' and r.expected_exchange is null`,
    bStaffIds !== undefined &&
      (bStaffIds.includes(nobodyStaffId) ? sql<SqlBool>`(r.b_staff is null or ${isAssigned})` : isAssigned),
  ].filter((need) => need !== false)
  return needs.length === 0 ? null : sql<SqlBool>`${sql.join(needs, sql` and `)}`
}

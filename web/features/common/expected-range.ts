import { type DateOnly, isDateOnly } from '@gya/domain/common/dates.ts'
import type { SearchParams } from '../../lib/url-state/search-params.ts'

/** Filter by expected exchange; `missing`: sold, without one. */
export type ExpectedRange = { from: DateOnly | null; until: DateOnly | null; missing: boolean }

export const anyExpected: ExpectedRange = { from: null, until: null, missing: false }

export const isAnyExpected = ({ from, until, missing }: ExpectedRange): boolean => !from && !until && !missing

export const readDay = (text: string | undefined): DateOnly | null => (text !== undefined && isDateOnly(text) ? text : null)

export const readExpected = ({ expectedFrom, expectedUntil, expectedMissing }: SearchParams): ExpectedRange => ({
  from: readDay(expectedFrom),
  until: readDay(expectedUntil),
  missing: expectedMissing === '1',
})

export const writeExpected = ({ from, until, missing }: ExpectedRange): SearchParams => ({
  expectedFrom: from ?? undefined,
  expectedUntil: until ?? undefined,
  expectedMissing: missing ? '1' : undefined,
})

export const expectedQuery = ({ from, until, missing }: ExpectedRange) => ({
  ...(from ? { expectedFrom: from } : {}),
  ...(until ? { expectedUntil: until } : {}),
  ...(missing ? { expectedMissing: '1' as const } : {}),
})

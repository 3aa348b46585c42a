import { type DateOnly, isDateOnly } from '@gya/domain/common/dates.ts'
import type { SearchParams } from '../../lib/url-state/search-params.ts'
import { SwitchField } from '../../ui/fields/check-field.tsx'
import { DateRangeField } from '../../ui/fields/date-field.tsx'

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

/** False while a date is being typed. */
const isComplete = (date: DateOnly | null): boolean => date === null || isDateOnly(date)

type Props = { value: ExpectedRange; onChange: (value: ExpectedRange) => void }

/** A sale without a day is in no range: choosing one clears the other. */
export const ExpectedFilter = ({ value, onChange }: Props) => (
  <>
    <DateRangeField
      label="Expected exchange"
      fromLabel="Exchange expected from"
      untilLabel="Exchange expected until"
      value={value}
      onChange={({ from, until }) => isComplete(from) && isComplete(until) && onChange({ from, until, missing: false })}
    />
    <SwitchField label="No day set" checked={value.missing} onChange={(missing) => onChange({ ...anyExpected, missing })} />
  </>
)

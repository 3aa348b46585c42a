import { addDays, type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { anyExpected, type ExpectedRange, writeExpected } from './expected-range.ts'

type Choice = 'any' | 'missing' | 'passed' | 'week' | 'month' | 'later' | 'other'

const rangesOf = (today: DateOnly): Record<Exclude<Choice, 'other'>, ExpectedRange> => ({
  any: anyExpected,
  missing: { ...anyExpected, missing: true },
  passed: { ...anyExpected, until: addDays(today, -1) },
  week: { ...anyExpected, from: today, until: addDays(today, 6) },
  month: { ...anyExpected, from: today, until: addDays(today, 29) },
  later: { ...anyExpected, from: addDays(today, 30) },
})

const labels: Record<Exclude<Choice, 'other'>, string> = {
  any: 'Any day',
  missing: 'No day set',
  passed: 'Day has passed',
  week: 'In the next 7 days',
  month: 'In the next 30 days',
  later: 'Later than that',
}

/** A range from the URL that is not among the choices. */
const describeRange = ({ from, until }: ExpectedRange): string =>
  [from && `from ${showDate(from)}`, until && `until ${showDate(until)}`].filter(Boolean).join(' ')

type Props = { value: ExpectedRange; onChange: (value: ExpectedRange) => void; today: DateOnly }

/** Filter by expected exchange. */
export function ExpectedFilter({ value, onChange, today }: Props) {
  const ranges = rangesOf(today)
  const isSame = (range: ExpectedRange) => JSON.stringify(writeExpected(range)) === JSON.stringify(writeExpected(value))
  const choices = Object.keys(ranges) as Exclude<Choice, 'other'>[]
  const chosen: Choice = choices.find((choice) => isSame(ranges[choice])) ?? 'other'
  return (
    <SelectField<Choice>
      label="Expected exchange"
      width={136}
      value={chosen}
      options={[
        ...choices.map((choice) => ({ value: choice, label: labels[choice] })),
        ...(chosen === 'other' ? [{ value: 'other' as const, label: describeRange(value) }] : []),
      ]}
      onChange={(choice) => choice !== 'other' && onChange(ranges[choice])}
    />
  )
}

import type { DateOnly } from '@gya/domain/common/dates.ts'

/** The day at the end of a step's line, or words where there is no day: `time` without a date is invalid HTML. */
export const StepDay = ({ on, words }: { on: DateOnly | null; words: string }) => {
  if (words === '') return null
  return on === null ? <small>{words}</small> : <time dateTime={on}>{words}</time>
}

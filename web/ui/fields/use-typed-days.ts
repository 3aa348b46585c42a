import { type DateOnly, isDateOnly } from '@gya/domain/common/dates.ts'
import { useCallback, useState } from 'react'
import type { DateFieldProps } from './date-field.tsx'

/** `clear` is undefined for a field that may not be empty. */
type EditedDay = { day: DateOnly | null; set: (day: DateOnly) => void; clear?: (() => void) | undefined }

export type TypedDays = {
  /** Value, change and error of a date field. Text that is not a day stays in the field, and disables Save. */
  dateField: (name: string, field: EditedDay) => Required<Pick<DateFieldProps, 'value' | 'onChange' | 'error'>>
  hasInvalidDate: boolean
  /** Drops the invalid texts of the fields whose names start so: of a step `21.`, of all fields an empty text. */
  forgetTyped: (prefix: string) => void
}

/** Invalid texts of date fields whose days are kept elsewhere. */
export function useTypedDays(): TypedDays {
  const [texts, setTexts] = useState<Readonly<Record<string, string | null>>>({})
  const forgetTyped = useCallback(
    (prefix: string) =>
      setTexts((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !name.startsWith(prefix)))),
    [],
  )
  return {
    dateField: (name, { day, set, clear }) => ({
      value: name in texts ? (texts[name] ?? null) : day,
      error: texts[name] === null ? 'Enter a day as DD/MM/YYYY.' : undefined,
      onChange: (typed) => {
        const isMeant = typed === null ? clear !== undefined : isDateOnly(typed)
        setTexts(({ [name]: _before, ...others }) => (isMeant ? others : { ...others, [name]: typed }))
        if (typed === null) clear?.()
        else if (isDateOnly(typed)) set(typed)
      },
    }),
    hasInvalidDate: Object.keys(texts).length > 0,
    forgetTyped,
  }
}

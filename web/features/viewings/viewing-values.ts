import { type DateOnly, type Instant, londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { defaultViewingTime } from '@gya/domain/features/viewings/viewings.rules.ts'

export type PropertyWithViewings = Wire<typeof addViewing, 'response'>
export type WireViewing = PropertyWithViewings['viewings'][number]
export type PropertyParams = { companyId: string; branchId: string; propertyId: string }

/** A viewing as its form holds it. */
export type ViewingValues = { name: string; when: DateOnly | null; time: string | null; notes: string }

/** "default time rounded to 5 minutes". Property document, section 5. */
export const newViewing = (now: Instant): ViewingValues => ({
  name: '',
  when: londonDay(now),
  time: defaultViewingTime(now),
  notes: '',
})

export const valuesOf = ({ name, when, time, notes }: WireViewing): ViewingValues => ({ name, when, time, notes })

/** What must not be empty goes as it is: the contract refuses it in words, under its field. */
export const bodyOf = (values: ViewingValues) => values as ViewingValues & { when: DateOnly }

/** "12/03/2026 14:30" */
export const momentOf = ({ when, time }: Pick<WireViewing, 'when' | 'time'>): string =>
  [showDate(when), time].filter(Boolean).join(' ')

export const viewingLabels: Record<keyof ViewingValues, string> = {
  name: 'Client',
  when: 'Date',
  time: 'Time',
  notes: 'Feedback',
}

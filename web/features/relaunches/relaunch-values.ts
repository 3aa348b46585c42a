import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { addRelaunch } from '@gya/domain/features/relaunches/relaunches.contract.ts'

export type PropertyWithRelaunches = Wire<typeof addRelaunch, 'response'>
export type WireRelaunch = PropertyWithRelaunches['relaunches'][number]
export type PropertyParams = { companyId: string; branchId: string; propertyId: string }

/** A relaunch as its form holds it. */
export type RelaunchValues = { when: DateOnly | null; notes: string }

export const valuesOf = ({ when, notes }: WireRelaunch): RelaunchValues => ({ when, notes })

/** What must not be empty goes as it is: the contract refuses it in words, under its field. */
export const bodyOf = (values: RelaunchValues) => values as RelaunchValues & { when: DateOnly }

export const relaunchLabels: Record<keyof RelaunchValues, string> = { when: 'Date', notes: 'Notes' }

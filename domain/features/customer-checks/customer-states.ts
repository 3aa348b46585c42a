import { type DateOnly, showDate } from '../../common/dates.ts'

/** The states of a customer, and of all customers of a sale, by themselves: lists load them without the register. */

export const customerStates = ['open', 'to-decide', 'refused', 'ready'] as const
export type CustomerStateName = (typeof customerStates)[number]
export const customerStateLabels: Record<CustomerStateName, string> = {
  open: 'Open',
  'to-decide': 'Waits for a decision',
  refused: 'Refused',
  ready: 'Ready',
}

/** `until`: of a ready one, the last day on which it is; checks that never end have none. */
export type ChecksState = { state: CustomerStateName; until?: DateOnly | null | undefined }

/** "Ready until 12/10/2027", "Open", "Waits for a decision". */
export const checksWords = ({ state, until }: ChecksState): string =>
  `${customerStateLabels[state]}${state === 'ready' && until ? ` until ${showDate(until)}` : ''}`

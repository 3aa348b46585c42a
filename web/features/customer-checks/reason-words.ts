import { type Customer, checkReasonLabels } from '@gya/domain/features/customer-checks/customer-checks.model.ts'

/** What asks for a closer look at a customer: what was entered, and what follows from the form and the checks. */
export const reasonWords = ({ reasons = [], followingReasons = [] }: Customer): string =>
  [...new Set([...reasons, ...followingReasons])].map((reason) => checkReasonLabels[reason]).join(' · ')

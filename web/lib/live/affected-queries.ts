import type { LiveChange } from '@gya/domain/features/live/live.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'

/** A read as its query has it: the call's path, what it was asked, and what it answered. */
export type Read = { path: string; input: { params?: Asked; query?: Asked }; answer: unknown }
type Asked = Readonly<Record<string, string | undefined>>

/** Whether an id is anywhere in an answer: a chain shows properties that nobody asked for by name. */
const mentions = (answer: unknown, id: string): boolean => answer !== undefined && JSON.stringify(answer).includes(id)

/** Whether `named` (one id, several with commas between them, or `all`) leaves an id out. */
const excludes = (named: string | undefined, id: string | null): boolean =>
  named !== undefined && id !== null && named !== 'all' && !named.split(',').includes(id)

/**
 * Whether what was read may be different after a change. What names another company, another branch or another property
 * is not, unless its answer shows the property; everything else that is read of the company may be.
 */
export function isAffected({ path, input, answer }: Read, { companyId, branchId, propertyId }: LiveChange): boolean {
  if (companyId === null) return true
  const asked = { ...input.query, ...input.params }
  if (excludes(asked.companyId, companyId)) return false
  // What is of no property may show anywhere in the company: the name of a solicitor, a logo, a template.
  if (propertyId === null) return true
  if (path === readMe.path) return false
  if (asked.propertyId !== undefined) return asked.propertyId === propertyId || mentions(answer, propertyId)
  return !excludes(asked.branchId, branchId) && !excludes(asked.branchIds, branchId)
}

import { DomainError } from '@gya/domain/errors.ts'

/** The company may be named in the body too, as the specification has it: the same one. Throws VALIDATION_FAILED. */
export function refuseOtherCompany(company: string | undefined, companyId: string): void {
  if (company === undefined || company === companyId) return
  throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'company', message: 'This is another company.' }] })
}

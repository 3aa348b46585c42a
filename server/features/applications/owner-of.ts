import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Caller } from '../../http/access/caller.ts'

/** All roles with the permission `app.own` belong to a company. */
export function ownerOf({ companyId, userId }: Caller): { companyId: string; userId: string } {
  if (companyId === null) throw new DomainError('FORBIDDEN')
  return { companyId, userId }
}

import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { identifierFields } from '@gya/domain/features/properties/identifiers.fields.ts'
import { columnsOf } from '@gya/domain/fields/field-columns.ts'
import type { FieldChanges } from '@gya/domain/fields/fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Caller } from '../../../http/access/caller.ts'
import { branchesInScope } from '../../../http/access/scope.ts'

export const identifierColumns = ({ uprn, ...codes }: FieldChanges<typeof identifierFields>) => ({
  ...columnsOf(identifierFields, omitUndefined(codes)),
  ...(uprn === undefined ? {} : { uprn: uprn === null ? null : Number(uprn) }),
})

/** Open properties by UPRN, of several the last that was taken on: "neither completed nor withdrawn". */
async function findOpenByUprn(db: Db, companyId: string, uprns: readonly string[]) {
  const { rows } = await sql<{ uprn: string; id: string; line1: string; branchId: string; branch: string }>`
    select p.uprn::text as uprn, p.id, p.line1, p.branch_id as "branchId", b.name as branch
    from property p
    join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
    join property_report r on r.company_id = p.company_id and r.property_id = p.id and r.phase not in ('withdrawn', 'completed')
    where p.company_id = ${companyId} and p.uprn = any(${uprns}::bigint[]) and p.deleted_on is null
    order by p.createdon desc`.execute(db)
  return rows
}

/**
 * "Taking on or setting a UPRN that an open property of the company has is 409 with `{ propertyId, line1, branch }` (outside the caller's
 * reach only 'another branch')." [sale-file §1](docs/design/sale-file.md#1).
 */
export async function refuseKnownUprn(
  { db, caller }: { db: Db; caller: Caller },
  { companyId, propertyId }: PropertyIds,
  uprn: string | null | undefined,
): Promise<void> {
  if (!uprn) return
  const others = (await findOpenByUprn(db, companyId, [uprn])).filter(({ id }) => id !== propertyId)
  const scope = branchesInScope(caller)
  const other = others.find(({ branchId }) => scope?.includes(branchId) ?? true)
  if (other) {
    const details = { propertyId: other.id, line1: other.line1, branch: other.branch, branchId: other.branchId }
    throw new DomainError('PROPERTY_UPRN_KNOWN', { details })
  }
  if (others.length > 0) throw new DomainError('PROPERTY_UPRN_KNOWN', { details: { branch: 'another branch' } })
}

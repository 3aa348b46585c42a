import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Lender, LenderInput } from '@gya/domain/features/expected-dates/lenders.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

export const listActiveLenders = (db: Db, companyId: string): Promise<Lender[]> =>
  db
    .selectFrom('lender')
    .select(['id as _id', 'name'])
    .where('company_id', '=', companyId)
    .where('active', '=', true)
    .orderBy(sql`lower(name)`)
    .execute()

/** The lender of an input. A name that the company does not have yet (ignoring case) is added to its list. */
export async function findOrAddLender(
  db: Db,
  companyId: string,
  input: LenderInput,
  newId: () => string,
): Promise<{ lender: Lender; added: boolean }> {
  if ('name' in input) {
    const added = await db
      .insertInto('lender')
      .values({ company_id: companyId, id: newId(), name: input.name })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id as _id', 'name'])
      .executeTakeFirst()
    if (added) return { lender: added, added: true }
  }
  const found = await db
    .selectFrom('lender')
    .select(['id as _id', 'name'])
    .where('company_id', '=', companyId)
    .where((where) => ('name' in input ? where(sql`lower(name)`, '=', input.name.toLowerCase()) : where('id', '=', input._id)))
    .executeTakeFirst()
  if (!found)
    throw new DomainError('NOT_FOUND', { issues: [{ path: 'lender', message: 'This lender does not exist any more.' }] })
  return { lender: found, added: false }
}

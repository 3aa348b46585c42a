import { keptOfPersonWords } from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import { type Person, PersonMatcher } from '@gya/domain/features/personal-data/person-matcher.ts'
import type { Db } from '../../db/pool.ts'
import { listKeptCustomers } from '../customer-checks/kept-checks.ts'

/**
 * Customers of a person's name. They and their checks are kept by law, and no erasure touches them; it says so.
 * [sale-file §2.2.12](docs/design/sale-file.md#2.2.12).
 */
export async function keptOfPerson(db: Db, companyId: string, person: Person): Promise<{ ids: string[]; words: string | null }> {
  const matcher = new PersonMatcher(person)
  const customers = (await listKeptCustomers(db, companyId)).filter(
    ({ name }) => matcher.likenessOf({ name, email: '', tel: '' }) === 'same',
  )
  const checks = customers.reduce((sum, one) => sum + one.checks, 0)
  const days = customers.map(({ until }) => until)
  const until = days.includes(null) ? null : (days.toSorted((a, b) => (b ?? '').localeCompare(a ?? ''))[0] ?? null)
  return { ids: customers.map(({ id }) => id), words: checks === 0 ? null : keptOfPersonWords({ checks, until }) }
}

import type { Insertable } from 'kysely'
import type { Lender } from '../db/schema.ts'
import { pastLenders } from './plan-past-sale.ts'
import { seededIds, seededRandom } from './seeded-random.ts'
import type { Action } from './simulated-property.ts'

/** Invented mortgage lenders. An id is unique within its company. */
const lenders: readonly Omit<Insertable<Lender>, 'company_id'>[] = (() => {
  const newId = seededIds(seededRandom('lenders'))
  return pastLenders.map(({ name }) => ({ id: newId('2020-01-01T00:00:00.000Z'), name }))
})()

export const lendersOf = (companyId: string): Insertable<Lender>[] =>
  lenders.map((lender) => ({ ...lender, company_id: companyId }))

/** Like `PATCH …/expected` with a lender of the company’s list. */
export const chooseLender =
  (name: string): Action =>
  (simulated) => {
    const lender = lenders.find((one) => one.name === name)
    if (!lender) throw new Error(`The demo has no lender ${name}.`)
    Object.assign(simulated.property, { lender_id: lender.id })
    return [{ kind: 'lender-set', data: { before: null, lender: name } }]
  }

/** The lender of a property as its fall-off archives it. */
export const lenderOf = ({ property }: Parameters<Action>[0]): { _id: string; name: string } | null => {
  const lender = lenders.find(({ id }) => id === property.lender_id)
  return lender ? { _id: lender.id, name: lender.name } : null
}

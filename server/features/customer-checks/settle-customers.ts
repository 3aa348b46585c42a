import { isDeepStrictEqual } from 'node:util'
import type { DateOnly } from '@gya/domain/common/dates.ts'
import { endOfCustomer, type SaleOfCustomers } from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import { type CustomerFacts, type CustomerListing, customerListing } from '@gya/domain/features/customer-checks/customer-state.ts'
import { findStep, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { sql } from 'kysely'
import type { PropertyChanged } from '../properties/write/property-effects.ts'

type Settled = { companyId: string; id: string } & CustomerListing & { endedOn: DateOnly | null }

/**
 * The effect `sale-file`: sets when the relationship with customers ended, from which their five years count, and the state by which the
 * register lists them. Nothing else writes these but the deletion of a company. Where nothing differs it runs no statement.
 */
export async function settleCustomers(changes: readonly (Changed & Pick<PropertyChanged, 'db'>)[]): Promise<void> {
  const settled = changes.flatMap(settledOf)
  const [first] = changes
  if (!first || settled.length === 0) return
  for (const [companyId, rows] of Map.groupBy(settled, (one) => one.companyId))
    await sql`
      update customer k set ended_on = e."endedOn", state = e.state, ready_until = e."readyUntil"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, "endedOn" date, state text, "readyUntil" date)
      where k.company_id = ${companyId} and k.id = e.id`.execute(first.db)
}

type Changed = Pick<PropertyChanged, 'property' | 'isDeleted' | 'events' | 'today'>

function settledOf(change: Changed): Settled[] {
  const { property, today } = change
  const { register } = property
  if (!register || register.customers.length === 0) return []
  const sale = saleOf(change)
  return register.customers.flatMap((customer) => {
    const { id, endedOn, state, readyUntil } = customer
    const before = { endedOn, state, readyUntil }
    const after = {
      endedOn: endOfCustomer(rootOf(register.customers, customer), sale, today),
      ...customerListing(customer, register),
    }
    return isDeepStrictEqual(before, after) ? [] : [{ companyId: property.detail.company._id, id, ...after }]
  })
}

/** An owner ends with the customer whom they own, also where they are entered later: nobody is deleted before their owners. */
function rootOf(customers: readonly CustomerFacts[], customer: CustomerFacts): CustomerFacts {
  const owned = customers.find(({ id }) => id === customer.ownerOf)
  return owned ? rootOf(customers, owned) : customer
}

function saleOf({ property: { detail, timeline }, isDeleted, events, today }: Changed): SaleOfCustomers {
  const completed = findStep(timeline, stepKeys.Completed)
  const withdrawn = events.find(({ kind }) => kind === 'withdrawn')?.data?.on
  return {
    completedOn: completed?.state === 'C' ? (completed.completedOn ?? today) : null,
    active: detail.active,
    withdrawnOn: typeof withdrawn === 'string' ? withdrawn : null,
    isDeleted,
    liveOfferIds: detail.offers.filter(({ state }) => state === 'P' || state === 'A').map(({ _id }) => _id),
  }
}

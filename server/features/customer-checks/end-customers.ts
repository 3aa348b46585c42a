import type { DateOnly } from '@gya/domain/common/dates.ts'
import { endOfCustomer, type SaleOfCustomers } from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import type { CustomerFacts } from '@gya/domain/features/customer-checks/customer-state.ts'
import { findStep, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { sql } from 'kysely'
import type { PropertyChanged } from '../properties/write/property-effects.ts'

type Ended = { companyId: string; id: string; endedOn: DateOnly | null }

/**
 * The effect `sale-file`: sets when the relationship with customers ended, from which their five years count. Nothing else writes it but the
 * deletion of a company. Without customers it runs no statement.
 */
export async function endCustomers(changes: readonly (Changed & Pick<PropertyChanged, 'db'>)[]): Promise<void> {
  const ended = changes.flatMap(endsOf)
  const [first] = changes
  if (!first || ended.length === 0) return
  for (const [companyId, rows] of Map.groupBy(ended, (one) => one.companyId))
    await sql`
      update customer k set ended_on = e."endedOn"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, "endedOn" date)
      where k.company_id = ${companyId} and k.id = e.id`.execute(first.db)
}

type Changed = Pick<PropertyChanged, 'property' | 'isDeleted' | 'events' | 'today'>

function endsOf(change: Changed): Ended[] {
  const { property, today } = change
  const sale = saleOf(change)
  const customers = property.register?.customers ?? []
  return customers.flatMap((customer) => {
    const endedOn = endOfCustomer(rootOf(customers, customer), sale, today)
    return endedOn === customer.endedOn ? [] : [{ companyId: property.detail.company._id, id: customer.id, endedOn }]
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

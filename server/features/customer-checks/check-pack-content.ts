import { type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import type { CheckPackOptions } from '@gya/domain/features/customer-checks/check-pack.contract.ts'
import { type CustomerState, customerState, type Register } from '@gya/domain/features/customer-checks/customer-state.ts'
import type { SaleFileSettings } from '@gya/domain/features/sale-file/sale-file.model.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ExportRow } from '../archives/archives.repository.ts'
import { findSaleFile } from '../sale-file/sale-file.repository.ts'
import { listCustomersInBranches, type StoredCustomer } from './customer-checks.repository.ts'
import { toRegister } from './require-register.ts'

/** What is in an inspector's file. */
export type CheckPackContent = {
  company: string
  settings: SaleFileSettings
  options: CheckPackOptions
  withFiles: boolean
  today: DateOnly
  customers: readonly StoredCustomer[]
  /** The registers of their properties, with customers who ended before the period or were entered after it: they may be owners. */
  registers: ReadonlyMap<string, Register>
  /** Sales of the period without any check. */
  unchecked: readonly { branch: string; line1: string; postcode: string; since: DateOnly | null }[]
}

export async function readCheckPackContent(
  db: Db,
  companyId: string,
  wanted: ExportRow,
  today: DateOnly,
): Promise<CheckPackContent> {
  const options = wanted.options as CheckPackOptions
  const { dateStart, dateEnd, branchIds } = options
  const company = await db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  const settings = await findSaleFile(db, companyId)
  const all = await listCustomersInBranches(db, companyId, branchIds)
  const byProperty = Map.groupBy(all, ({ propertyId }) => propertyId)
  return {
    company: company.name,
    settings,
    options,
    withFiles: wanted.with_files,
    today,
    customers: all.filter(
      ({ createdOn, endedOn }) => londonDay(createdOn) <= dateEnd && (endedOn === null || endedOn >= dateStart),
    ),
    registers: new Map([...byProperty].map(([id, customers]) => [id, toRegister(settings, customers)])),
    unchecked: await listUnchecked(db, companyId, options),
  }
}

/** Launched or agreed sales of the period that nobody has checked. */
async function listUnchecked(db: Db, companyId: string, { dateStart, dateEnd, branchIds }: CheckPackOptions) {
  const { rows } = await sql<{ branch: string; line1: string; postcode: string; since: DateOnly | null }>`
    select b.name as branch, p.line1, p.postcode, least(l.completed_on, o.accepted_on) as since
    from property p
    join branch b on b.company_id = p.company_id and b.id = p.branch_id
    left join property_step l on l.company_id = p.company_id and l.property_id = p.id and l.key = ${stepKeys.PropertyLaunched}
    left join property_step c on c.company_id = p.company_id and c.property_id = p.id and c.key = ${stepKeys.Completed}
    left join offer o on o.company_id = p.company_id and o.property_id = p.id and o.state = 'A'
    where p.company_id = ${companyId} and p.deleted_on is null and b.deleted_on is null
      and (${branchIds}::uuid[] is null or p.branch_id = any(${branchIds}::uuid[]))
      and (l.state = 'C' or o.id is not null) and coalesce(least(l.completed_on, o.accepted_on) <= ${dateEnd}::date, true)
      and coalesce(least(c.completed_on, p.withdrawn_on) >= ${dateStart}::date, true)
      and not exists (select from customer k join customer_check h on h.company_id = k.company_id and h.customer_id = k.id
        where k.company_id = p.company_id and k.property_id = p.id and h.struck_on is null)
    order by b.name, p.line1, p.id`.execute(db)
  return rows
}

/** The state of a customer in it. */
export const stateIn = ({ registers, settings, today }: CheckPackContent, customer: StoredCustomer): CustomerState =>
  customerState(customer, registers.get(customer.propertyId) ?? toRegister(settings, []), today)

import { addDays, londonDay, londonInstant } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { searchFold } from '@gya/domain/common/search-fold.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { listRegister } from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import { endsSoonDays } from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import { customerState } from '@gya/domain/features/customer-checks/customer-state.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { roleOf } from '../../http/access/caller.ts'
import { chosenBranches } from '../../http/access/scope.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { type HandlerContext, registerRoute } from '../../http/route/register-route.ts'
import { findSaleFile } from '../sale-file/sale-file.repository.ts'
import {
  findNextDeletion,
  hasCustomers,
  listCustomersOfAll,
  listOpenCustomers,
  pageOfCustomers,
  type StoredCustomer,
} from './customer-checks.repository.ts'
import { type Reader, toCustomer } from './customer-checks.response.ts'

/** The register of a company. Customers of deleted properties and branches stay in it. */
export function registerOfChecksRoutes(app: FastifyInstance): void {
  registerRoute(app, listRegister, async (context) => {
    const { params, query, db, caller, now, today } = context
    const { companyId } = params
    const settings = await findSaleFile(db, companyId)
    if (!settings.checks && !(await hasCustomers(db, companyId))) throw new DomainError('SALE_FILE_OFF')
    const branchIds = chosenBranches(caller, query.branchIds)
    const reader = { userId: caller.userId, type: roleOf(caller), now, today }
    const open = await listOpenCustomers(db, companyId, branchIds)
    const stateOf = statesOf(open, settings, today)
    const endsBefore = (one: StoredCustomer, day: string) => {
      const { state, until } = stateOf(one)
      return state === 'ready' && until !== null && until < day
    }
    const count = (is: (one: StoredCustomer) => boolean) => open.filter(is).length
    const page = pageRequest(query)
    const { shown, total, among } =
      query.state || query.endsBefore
        ? pageOf(
            open
              .filter((one) => !query.side || one.side === query.side)
              .filter((one) => !query.state || stateOf(one).state === query.state)
              .filter((one) => !query.endsBefore || endsBefore(one, query.endsBefore))
              .filter(({ name, place }) =>
                searchFold(`${name} ${place.line1} ${place.postcode}`).includes(searchFold(query.searchText ?? '')),
              ),
            open,
            page,
          )
        : await readPage(context, branchIds, page)
    const register = { on: settings.checks, fundsFrom: settings.fundsFrom }
    await auditReading(app.gya.database.db, context)
    return {
      data: shown.map((one) => ({
        ...toCustomer(one, { ...register, customers: among.get(one.propertyId) ?? [] }, reader),
        property: one.place,
        since: one.createdOn,
      })),
      paging: toPaging(page, total),
      counts: {
        open: count((one) => stateOf(one).state === 'open'),
        toDecide: count((one) => stateOf(one).state === 'to-decide'),
        endsSoon: count((one) => endsBefore(one, addDays(today, endsSoonDays + 1))),
        refused: count((one) => stateOf(one).state === 'refused'),
      },
      nextDeletion: await findNextDeletion(db, companyId),
    }
  })
}

type Context = HandlerContext<typeof listRegister>
type Settings = Awaited<ReturnType<typeof findSaleFile>>

/** Customers of one property belong together: a company needs its owners. */
const byProperty = (customers: readonly StoredCustomer[]) => Map.groupBy(customers, ({ propertyId }) => propertyId)

function statesOf(customers: readonly StoredCustomer[], { checks, fundsFrom }: Settings, today: Reader['today']) {
  const all = byProperty(customers)
  return (one: StoredCustomer) => customerState(one, { on: checks, fundsFrom, customers: all.get(one.propertyId) ?? [] }, today)
}

type Page = ReturnType<typeof pageRequest>

/** `among`: the customers of the properties that are shown. */
const pageOf = (found: readonly StoredCustomer[], all: readonly StoredCustomer[], { itemsPerPage, currentPage }: Page) => ({
  shown: found.toReversed().slice(itemsPerPage * currentPage, itemsPerPage * (currentPage + 1)),
  total: found.length,
  among: byProperty(all),
})

async function readPage({ db, params, query }: Context, branchIds: string[] | null, page: Page) {
  const { itemsPerPage, currentPage } = page
  const rows = await pageOfCustomers(db, params.companyId, {
    branchIds,
    side: query.side ?? null,
    searchText: query.searchText ?? '',
    limit: itemsPerPage,
    offset: itemsPerPage * currentPage,
  })
  const all = await listCustomersOfAll(db, params.companyId, [...new Set(rows.map(({ propertyId }) => propertyId))])
  const byId = new Map(all.map((one) => [one.id, one]))
  return { shown: rows.flatMap(({ id }) => byId.get(id) ?? []), total: rows[0]?.count ?? 0, among: byProperty(all) }
}

/** "The register's list by day and person (`register-read`, once a day)." */
async function auditReading(primary: Db, context: Context): Promise<void> {
  const { params, caller, now } = context
  const read = await primary
    .selectFrom('audit')
    .select('id')
    .where('company_id', '=', params.companyId)
    .where('kind', '=', 'register-read')
    .where('user_id', '=', caller.userId)
    .where('at', '>=', londonInstant(londonDay(now), '00:00'))
    .executeTakeFirst()
  if (!read) await recordSecurityEvent({ ...context, db: primary }, { kind: 'register-read' })
}

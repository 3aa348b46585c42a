import { figuresFor } from '@gya/domain/access/figures-of-people.ts'
import { addDays } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import type { ActionItemGroup } from '@gya/domain/features/today/action-item.model.ts'
import { readDay } from '@gya/domain/features/today/day.contract.ts'
import { dayDaysBack } from '@gya/domain/features/today/day.rules.ts'
import { type ActionGroup, type ActionItem, readToday, readTodayPeople } from '@gya/domain/features/today/today.contract.ts'
import { readTodayCounts } from '@gya/domain/features/today/today-counts.contract.ts'
import type { FastifyInstance } from 'fastify'
import { branchesInScope, chosenBranches } from '../../http/access/scope.ts'
import { type HandlerContext, registerRoute } from '../../http/route/register-route.ts'
import { type ReadItems, readActionItems } from './action-items.read-model.ts'
import { readDayOf } from './day.read-model.ts'
import { readPeople } from './people.read-model.ts'
import {
  type GroupRow,
  kindOfGroup,
  type PlacedItem,
  readCounts,
  readGroups,
  readList,
  type TodayFilters,
  type TodayPage,
} from './today.read-model.ts'

type Query = Decoded<typeof readTodayCounts, 'query'>
type Context = Pick<HandlerContext<typeof readTodayCounts>, 'params' | 'caller' | 'today' | 'now'>

/** Groups per page by default. */
const pageSize = 50

/** "`all` of one branch (`branchIds` with exactly one, else 400)." */
function toFilters({ params, caller, today, now }: Context, query: Query): TodayFilters {
  const { who = 'me', branchIds, groups, searchText } = query
  if (who === 'all' && branchIds?.split(',').length !== 1)
    throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'branchIds', message: 'Choose one branch.' }] })
  return {
    companyId: params.companyId,
    who: who === 'nobody' || who === 'all' ? who : { userId: who === 'me' ? caller.userId : who },
    branchIds: chosenBranches(caller, branchIds),
    reader: { userId: caller.userId, seesAll: branchesInScope(caller) === null },
    groups: (groups?.split(',') as ActionItemGroup[] | undefined) ?? null,
    searchText,
    today,
    now,
  }
}

/** Returns the number of sales for each role of a party, highest first. */
function rolesOf(items: readonly ActionItem[]): ActionGroup['roles'] {
  const sales = new Map<SaleRole, Set<string>>()
  for (const { party, propertyId } of items)
    if (party && propertyId) sales.set(party.role, (sales.get(party.role) ?? new Set()).add(propertyId))
  return [...sales].map(([role, ids]) => ({ role, sales: ids.size })).toSorted((a, b) => b.sales - a.sales)
}

function toGroup(row: GroupRow, placed: readonly PlacedItem[], { items, parties }: ReadItems): ActionGroup {
  const byKey = new Map(items.map((item) => [`${item.subjectId} ${item.key}`, item]))
  const actionItems = placed.flatMap(({ ref, subjectId, key }) =>
    ref === row.ref ? (byKey.get(`${subjectId} ${key}`) ?? []) : [],
  )
  const kind = kindOfGroup(row.ref)
  const roles = kind === 'party' ? rolesOf(actionItems) : []
  const party = parties.get(row.ref)
  return {
    ...row,
    kind,
    party: kind === 'party' && party ? { ...party, role: roles[0]?.role ?? 'self' } : null,
    roles,
    actionItems,
    more: Math.max(0, row.count - actionItems.length),
  }
}

export function todayRoutes(app: FastifyInstance): void {
  registerRoute(app, readToday, async (context) => {
    const { params, query, db, today, now } = context
    const { state = 'now', by = 'person', itemsPerPage, currentPage, propertyId, ...filters } = query
    const page = pageRequest({ itemsPerPage, currentPage }, pageSize)
    const asked: TodayPage = { ...toFilters(context, filters), propertyId, state, by, page }
    const isFlat = state !== 'now' || by === 'rank'
    const answer = await (isFlat ? readList(db, asked) : readGroups(db, asked))
    const refs = answer.groups.flatMap(({ ref }) => (kindOfGroup(ref) === 'party' ? ref : []))
    const details = await readActionItems(db, { ...params, today, now }, answer.items, refs)
    return {
      today,
      counts: answer.counts,
      groups: answer.groups.filter(({ count }) => count > 0).map((row) => toGroup(row, answer.items, details)),
      paging: toPaging(page, answer.total),
    }
  })

  registerRoute(app, readTodayCounts, (context) => readCounts(context.db, toFilters(context, context.query)))

  registerRoute(app, readDay, async ({ params, query, caller, db, today, now }) => {
    const { on = today } = query
    if (on > today || on < addDays(today, -dayDaysBack))
      throw new DomainError('VALIDATION_FAILED', {
        issues: [{ path: 'on', message: `Choose a day of the last ${dayDaysBack}.` }],
      })
    return readDayOf(db, { ...params, userId: caller.userId, branchIds: branchesInScope(caller), on, today, now })
  })

  registerRoute(app, readTodayPeople, async ({ params, query, caller, db, today, now }) => {
    const branchIds = chosenBranches(caller, query.branchIds)
    const people = await readPeople(db, { companyId: params.companyId, branchIds, today, now })
    // Sales of Nobody are work that waits, not somebody's figures.
    return { data: figuresFor(people, caller.type, ({ userId }) => userId === null || userId === caller.userId).shown }
  })
}

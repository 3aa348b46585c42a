import { type SearchGroup, search, searchGroups } from '@gya/domain/features/search/search.contract.ts'
import { resultsPerGroup } from '@gya/domain/features/search/search.rules.ts'
import type { FastifyInstance } from 'fastify'
import { branchesInScope } from '../../http/access/scope.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { findConversations, findNotes } from './note-search.read-model.ts'
import { findFirms, findPeople, findProperties } from './search.read-model.ts'
import type { SearchFor } from './search-sql.ts'

export function searchRoutes(app: FastifyInstance): void {
  registerRoute(app, search, async ({ params, query, caller, db }) => {
    const asked: SearchFor = {
      companyId: params.companyId,
      userId: caller.userId,
      branchIds: branchesInScope(caller),
      text: query.q,
      each: Number(query.each ?? resultsPerGroup.default),
    }
    const groups = (query.groups?.split(',') as SearchGroup[] | undefined) ?? searchGroups
    const find = <Found>(group: SearchGroup, read: (from: typeof db, asked: SearchFor) => Promise<Found>) =>
      groups.includes(group) ? read(db, asked) : undefined
    const [properties, people, firms, notes, conversations] = await Promise.all([
      find('properties', findProperties),
      find('people', findPeople),
      find('firms', findFirms),
      find('notes', findNotes),
      find('conversations', findConversations),
    ])
    return { properties, people, firms, notes, conversations }
  })
}

import type { Endpoint, LiveSubject, Wire } from '@gya/domain/endpoint.ts'
import type { LiveChange } from '@gya/domain/features/live/live.contract.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'

/** A cached query: its key is the path of the call and the input, its `meta` has the `liveFor` of the call (`callOptions`). */
export type CachedQuery = { path: string; input: { params?: Ids; query?: Ids }; data: unknown; liveFor?: Endpoint['liveFor'] }
type Ids = Readonly<Record<string, string | undefined>>

/** `readProperty.path`. Not imported: the contract would be loaded with the first page. */
export const propertyPath = '/property/:companyId/:branchId/:propertyId'

/** Whether a loaded property's chain links to another property, or the other's chain to it. */
function isLinkedTo(path: string, data: unknown, propertyId: string): boolean {
  if (path !== propertyPath || data === undefined) return false
  const { chain } = data as Wire<typeof readProperty, 'response'>
  return [...chain.items.map(({ propertyRef }) => propertyRef?._id), ...chain.shownIn.map(({ _id }) => _id)].includes(propertyId)
}

/** Whether a parameter (one id, a comma-separated list, or `all`) excludes an id. */
const excludes = (ids: string | undefined, id: string | null): boolean =>
  ids !== undefined && id !== null && ids !== 'all' && !ids.split(',').includes(id)

const byDefault: readonly LiveSubject[] = ['property', 'company']

/**
 * Whether a change invalidates a query. The query's key decides: a query of another company, branch or property is not
 * affected, except a property that is linked to the changed one by a chain.
 */
export function isAffected(
  { path, input, data, liveFor = byDefault }: CachedQuery,
  { companyId, branchId, propertyId, about }: LiveChange,
): boolean {
  if (companyId === null) return true
  const ids = { ...input.query, ...input.params }
  if (excludes(ids.companyId, companyId)) return false
  if (!liveFor.includes(about)) return false
  // A change outside properties (a contact's name, a logo, a template) may appear anywhere in the company.
  if (propertyId === null) return true
  if (ids.propertyId !== undefined) return ids.propertyId === propertyId || isLinkedTo(path, data, propertyId)
  return !excludes(ids.branchId, branchId) && !excludes(ids.branchIds, branchId)
}

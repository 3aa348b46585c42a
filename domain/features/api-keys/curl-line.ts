import type { ApiScope } from '../../access/api-scopes.ts'

/** Reads that list something, by scope: `/open/{companyId}/{path}`. */
const lists: readonly (readonly [ApiScope, string])[] = [
  ['property:read', 'properties'],
  ['report:read', 'report'],
  ['event:read', 'events'],
  ['contact:read', 'contacts'],
]

type KeyInUse = { origin: string; companyId: string; scopes: readonly ApiScope[]; secret: string }

/** A line for a terminal that tries a new key: it reads one row. Null: the key has no scope that lists something. */
export function curlLine({ origin, companyId, scopes, secret }: KeyInUse): string | null {
  const [, path] = lists.find(([scope]) => scopes.includes(scope)) ?? []
  if (path === undefined) return null
  return `curl -H "Authorization: Bearer ${secret}" "${origin}/api/open/${companyId}/${path}?limit=1"`
}

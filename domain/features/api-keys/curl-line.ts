import type { ApiScope } from '../../access/api-scopes.ts'

/** List calls by scope: `/open/{companyId}/{path}`. */
const lists: readonly (readonly [ApiScope, string])[] = [
  ['property:read', 'properties'],
  ['report:read', 'report'],
  ['event:read', 'events'],
  ['contact:read', 'contacts'],
]

type KeyInUse = { origin: string; companyId: string; scopes: readonly ApiScope[]; secret: string }

/** Returns a curl command that reads one row with a new key, or `null` if none of the key's scopes allows listing. */
export function curlLine({ origin, companyId, scopes, secret }: KeyInUse): string | null {
  const [, path] = lists.find(([scope]) => scopes.includes(scope)) ?? []
  if (path === undefined) return null
  return `curl -H "Authorization: Bearer ${secret}" "${origin}/api/open/${companyId}/${path}?limit=1"`
}

import { requestContext } from '../../infra/telemetry/request-context.ts'

/** From where an entry comes. `viaId`: the session log of `app` and `vendor`, the key of `api`, the link of `party`, the import of `import`. */
export type EventOrigin = { via: 'app' | 'vendor' | 'api' | 'party' | 'import' | 'job'; viaId: string | null }

/**
 * "`via` (`app` `vendor` `api` `party` `import` `job` `unknown`), `via_id` (session log, API key, party link, import): from where."
 * Trust design, section 1.1. What no request asked for is by rule.
 */
export function eventOrigin(): EventOrigin {
  const { route, session, keyId, partyLinkId, importId } = requestContext() ?? {}
  if (importId !== undefined) return { via: 'import', viaId: importId }
  if (partyLinkId) return { via: 'party', viaId: partyLinkId }
  if (keyId) return { via: 'api', viaId: keyId }
  if (session) return { via: session.isVendor ? 'vendor' : 'app', viaId: session.id }
  return { via: route === undefined ? 'job' : 'app', viaId: null }
}

/**
 * The author of an entry; null of what a key did ("Changes are recorded with `via` api and the key's id." connect.md §3.3), and of
 * what a party did.
 */
export const eventAuthor = ({ via }: EventOrigin, userId: string | null): string | null =>
  via === 'api' || via === 'party' ? null : userId

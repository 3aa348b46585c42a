import { requestContext } from '../../infra/telemetry/request-context.ts'

/**
 * Origin of an entry. `viaId`: the session log for `app` and `vendor`, the key or the grant of an application for `api`, the link for `party`, the import for `import`.
 */
export type EventOrigin = {
  via: 'app' | 'vendor' | 'api' | 'party' | 'import' | 'job'
  viaId: string | null
  /** An application acts for a person, who is the author. */
  byApp?: true
}

/**
 * "`via` (`app` `vendor` `api` `party` `import` `job` `unknown`), `via_id` (session log, API key, party link, import): from where."
 * [trust §1.1](docs/design/trust.md#1.1). Changes without a request are made by rules.
 */
export function eventOrigin(): EventOrigin {
  const { route, session, keyId, grantId, partyLinkId, importId } = requestContext() ?? {}
  if (importId !== undefined) return { via: 'import', viaId: importId }
  if (partyLinkId) return { via: 'party', viaId: partyLinkId }
  if (keyId) return { via: 'api', viaId: keyId }
  if (grantId) return { via: 'api', viaId: grantId, byApp: true }
  if (session) return { via: session.isVendor ? 'vendor' : 'app', viaId: session.id }
  return { via: route === undefined ? 'job' : 'app', viaId: null }
}

/**
 * The author of an entry; null for changes by a key ("Changes are recorded with `via` api and the key's id."
 * [connect §3.3](docs/design/connect.md#3.3)) and by a party.
 */
export const eventAuthor = ({ via, byApp }: EventOrigin, userId: string | null): string | null =>
  (via === 'api' && !byApp) || via === 'party' ? null : userId

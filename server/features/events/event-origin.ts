import { requestContext } from '../../infra/telemetry/request-context.ts'

/** From where an entry comes. `viaId`: the session log of `app` and `vendor`. */
export type EventOrigin = { via: 'app' | 'vendor' | 'job'; viaId: string | null }

/**
 * "`via` (`app` `vendor` `api` `party` `import` `job` `unknown`), `via_id` (session log, API key, party link, import): from where."
 * Trust design, section 1.1. What no request asked for is by rule.
 */
export function eventOrigin(): EventOrigin {
  const { route, session } = requestContext() ?? {}
  if (session) return { via: session.isVendor ? 'vendor' : 'app', viaId: session.id }
  return { via: route === undefined ? 'job' : 'app', viaId: null }
}

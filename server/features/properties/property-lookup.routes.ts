import { normalisePostcode } from '@gya/domain/common/address.ts'
import { lookUpProperty, readIdentifierOrigins } from '@gya/domain/features/properties/property-lookup.contract.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { lookUp } from './property-lookup.ts'
import { findIdentifierOrigins } from './read/identifier-origins.ts'

export function propertyLookupRoutes(app: FastifyInstance): void {
  registerRoute(app, lookUpProperty, async ({ query: { what, postcode = '', uprn = '' }, request }) => {
    const { propertyLookupUrl } = app.gya.config
    const none = { offered: propertyLookupUrl !== undefined, candidates: [], failed: false }
    if (!propertyLookupUrl || !what) return none
    try {
      return { ...none, candidates: await lookUp(propertyLookupUrl, { what, postcode: normalisePostcode(postcode), uprn }) }
    } catch (error) {
      // Only the name is logged: the message may contain the address, or the URL with its key.
      request.log.warn({ kind: error instanceof Error ? error.name : 'Error' }, 'property look-up failed')
      return { ...none, failed: true }
    }
  })

  registerRoute(app, readIdentifierOrigins, async ({ params, db }) => ({
    offered: app.gya.config.propertyLookupUrl !== undefined,
    origins: await findIdentifierOrigins(db, params),
  }))
}

import { lookUpAddress } from '@gya/domain/features/addresses/addresses.contract.ts'
import type { AddressSuggestion } from '@gya/domain/features/addresses/addresses.model.ts'
import { suggestPlaces } from '@gya/domain/features/addresses/addresses.rules.ts'
import type { FastifyInstance } from 'fastify'
import { branchesInScope } from '../../http/access/scope.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { lookUpAddresses } from './address-service.ts'
import { findCompanyAddresses, places } from './addresses.repository.ts'

const maxSuggestions = 15

export function addressesRoutes(app: FastifyInstance): void {
  registerRoute(app, lookUpAddress, async ({ query, caller, db, request }) => {
    const companyId = query.companyId ?? caller.companyId
    const [own, service] = await Promise.all([
      companyId ? findCompanyAddresses(db, { companyId, branchIds: branchesInScope(caller), text: query.text }) : [],
      askService(query.text).catch((error: unknown) => {
        // Only the name is logged: the message may contain the URL with its key.
        request.log.warn({ kind: error instanceof Error ? error.name : 'Error' }, 'address service failed')
        return null
      }),
    ])
    const found: AddressSuggestion[] = [
      ...own.map((address) => ({ address, source: 'company' as const, sectors: [] })),
      ...(service ?? []).map((address) => ({ address, source: 'service' as const, sectors: [] })),
      ...suggestPlaces(query.text, places),
    ]
    const distinct = new Map(found.toReversed().map((address) => [addressKey(address), address]))
    return { data: [...distinct.values()].toReversed().slice(0, maxSuggestions), serviceFailed: service === null }
  })

  const askService = async (text: string) => {
    const { addressLookupUrl } = app.gya.config
    return addressLookupUrl ? await lookUpAddresses(addressLookupUrl, text) : []
  }
}

/** Equal for the same address from two sources; only the first one is shown. */
const addressKey = ({ address: { line1, town, postcode } }: AddressSuggestion): string =>
  [line1, town, postcode].join('|').toLowerCase()

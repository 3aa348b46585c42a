import { lookUpAddress } from '@gya/domain/features/addresses/addresses.contract.ts'
import type { FoundAddress } from '@gya/domain/features/addresses/found-address.ts'
import { suggestPlaces } from '@gya/domain/features/addresses/suggest-places.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { branchesInReach } from '../../http/reach.ts'
import { askAddressService } from '../../platform/address-service.ts'
import { findOwnAddresses } from './own-addresses.repository.ts'
import { places } from './places.ts'

const mostFound = 15

/** Suggests addresses while one is typed. */
export function addressesRoutes(app: FastifyInstance): void {
  mount(app, lookUpAddress, async ({ query, caller, db, request }) => {
    const companyId = query.companyId ?? caller.companyId
    const [own, service] = await Promise.all([
      companyId ? findOwnAddresses(db, { companyId, branchIds: branchesInReach(caller), text: query.text }) : [],
      askService(query.text).catch((error: unknown) => {
        // Its message may hold the address with its key: only its name is logged.
        request.log.warn({ kind: error instanceof Error ? error.name : 'Error' }, 'address service failed')
        return null
      }),
    ])
    const found: FoundAddress[] = [
      ...own.map((address) => ({ address, source: 'company' as const, sectors: [] })),
      ...(service ?? []).map((address) => ({ address, source: 'service' as const, sectors: [] })),
      ...suggestPlaces(query.text, places),
    ]
    const distinct = new Map(found.toReversed().map((one) => [keyOf(one), one]))
    return { data: [...distinct.values()].toReversed().slice(0, mostFound), serviceFailed: service === null }
  })

  const askService = async (text: string) => {
    const { addressLookupUrl } = app.gya.config
    return addressLookupUrl ? await askAddressService(addressLookupUrl, text) : []
  }
}

/** The same address from two sources is shown once, as the first of them has it. */
const keyOf = ({ address: { line1, town, postcode } }: FoundAddress): string => [line1, town, postcode].join('|').toLowerCase()

import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { ChainItemInput, maxChainLinks } from './chain.model.ts'

/**
 * The whole chain, from the onward purchase to the buyer's end. Missing items are removed; an empty list resets the
 * chain.
 */
const items = z
  .array(ChainItemInput)
  .max(maxChainLinks, `A chain has at most ${maxChainLinks} links.`)
  .refine((all) => {
    const ids = all.flatMap(({ _id }) => _id || [])
    return new Set(ids).size === ids.length
  }, 'The same link is here twice.')

export const saveChain = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/chain',
  permission: 'property.edit',
  summary: 'Save the chain of this property.',
  params: propertyParams,
  body: z.strictObject({ items, version: Version.optional() }),
  response: PropertyDetail,
})

export const saveChainOfAll = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/chainall',
  permission: 'property.edit',
  summary:
    'Save the same chain for this property and every linked one that the caller may edit; with `resetDeletedPropertyChains` also empty the chains of properties that are no longer linked.',
  params: propertyParams,
  body: z.strictObject({
    items,
    resetDeletedPropertyChains: z.boolean('Say yes or no.').default(false),
    version: Version.optional(),
  }),
  response: PropertyDetail,
})

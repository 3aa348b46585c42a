import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Id, Version } from '../../common/wire.ts'
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

/** `resetDeletedPropertyChains` also empties the chains of properties that are no longer linked. */
const forAll = { items, resetDeletedPropertyChains: z.boolean('Say yes or no.').default(false) }

export const previewChainOfAll = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/chainall/preview',
  permission: 'property.edit',
  summary:
    'The linked properties whose chains `PATCH …/chainall` would change, with the links that it would remove or overwrite.',
  params: propertyParams,
  body: z.strictObject(forAll),
  response: z.object({
    properties: z.array(
      z.object({ _id: Id, line1: z.string(), version: Version, /** By address. */ removed: z.array(z.string()) }),
    ),
  }),
})

export const saveChainOfAll = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/chainall',
  permission: 'property.edit',
  summary:
    'Save the same chain for this property and every linked one that the caller may edit; with `resetDeletedPropertyChains` also empty the chains of properties that are no longer linked. With `versions`, a property that was changed since is refused.',
  params: propertyParams,
  body: z.strictObject({
    ...forAll,
    version: Version.optional(),
    /** Versions of linked properties, from the preview. */
    versions: z.record(Id, Version).optional(),
  }),
  response: PropertyDetail.extend({ undoId: Id.nullable() }),
})

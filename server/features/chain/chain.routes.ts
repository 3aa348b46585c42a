import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { previewChainOfAll, saveChain, saveChainOfAll } from '@gya/domain/features/chain/chain.contract.ts'
import type { ChainItem, ChainItemInput } from '@gya/domain/features/chain/chain.model.ts'
import { normaliseChain, whyNotSaveChain } from '@gya/domain/features/chain/chain.rules.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { lockLiveProperties } from '../properties/write/properties.repository.ts'
import { recordUndo } from '../undo/undo.repository.ts'
import { findLinkedIds, replaceChain } from './chain.repository.ts'
import { planLinkedChains, saveLinkedChains } from './linked-chains.ts'
import { isSameChain, lockChainContacts, toLinkColumns } from './save-chain.ts'
import { type ChainPart, chainPart, listStoredLinks, registerChainPart } from './undo-chain.ts'

/** Saves the chain of one property, or the same chain for all linked properties. */
export function chainRoutes(app: FastifyInstance): void {
  registerChainPart()

  registerRoute(app, saveChain, async (context) => {
    const items = validateChain(context.body.items, context.params.propertyId)
    const contacts = await lockChainContacts(context.db, context.params.companyId, items)
    return changeProperty<typeof saveChain>(async ({ db, caller, newId }, { detail }, ids) => {
      const before = detail.chain.items
      if (isSameChain(before, items)) return []
      const links = await toLinkColumns({ db, companyId: ids.companyId, caller, newId, contacts }, before, items)
      await replaceChain(db, ids, links)
      return [chainSavedEvent(before.length, items.length)]
    })(context)
  })

  registerRoute(app, previewChainOfAll, async ({ params, body, db, caller, today }) => {
    const items = validateChain(body.items, params.propertyId)
    const { detail } = await loadProperty(db, params, today, caller)
    const reset = body.resetDeletedPropertyChains ? removedProperties(detail.chain.items, items) : []
    const changes = await planLinkedChains({ db, caller, today }, { ids: params, items, reset })
    return {
      properties: changes.map(({ propertyId, line1, version, removed }) => ({ _id: propertyId, line1, version, removed })),
    }
  })

  registerRoute(app, saveChainOfAll, async (context) => {
    const { params, body, db } = context
    const items = validateChain(body.items, params.propertyId)
    const contacts = await lockChainContacts(db, params.companyId, items)
    // All properties are locked up front in the common lock order, which prevents deadlocks.
    const linkedIds = items.flatMap(({ propertyRef }) => propertyRef ?? [])
    const lockIds = [params.propertyId, ...linkedIds, ...(await findLinkedIds(db, params))]
    await lockLiveProperties(db, params.companyId, { ids: lockIds })
    const parts: ChainPart[] = []
    const save = changeProperty<typeof saveChainOfAll>(async (change, { detail }, ids) => {
      const { caller, newId } = change
      const before = detail.chain.items
      const links = await toLinkColumns({ db: change.db, companyId: ids.companyId, caller, newId, contacts }, before, items)
      const isSame = isSameChain(before, items)
      const stored = isSame ? [] : await listStoredLinks(change.db, ids)
      if (!isSame) {
        await replaceChain(change.db, ids, links)
        parts.push(chainPart(ids.propertyId, stored, await listStoredLinks(change.db, ids)))
      }
      const reset = body.resetDeletedPropertyChains ? removedProperties(before, items) : []
      const { versions } = body
      parts.push(...(await saveLinkedChains(change, { ids, savedAt: detail.name, items, links, reset, versions })))
      return isSame ? [] : [chainSavedEvent(before.length, items.length)]
    })
    const property = await save(context)
    const description = `Chain saved for all linked properties: ${property.address.line1}`
    return { ...property, undoId: parts.length === 0 ? null : await recordUndo(context, { description, parts }) }
  })
}

/** Linked properties that the new chain no longer contains. */
const removedProperties = (before: readonly ChainItem[], items: readonly ChainItemInput[]): string[] =>
  before.flatMap(({ propertyRef }) =>
    propertyRef && !items.some((item) => item.propertyRef === propertyRef._id) ? [propertyRef._id] : [],
  )

/** The chain as it is saved. Throws what `whyNotSaveChain` returns. */
function validateChain(sent: readonly ChainItemInput[], propertyId: string) {
  const items = normaliseChain(sent, propertyId)
  refuseIf(whyNotSaveChain(items, propertyId))
  return items
}

const chainSavedEvent = (before: number, links: number): NewEvent => ({ kind: 'chain-saved', data: { before, links } })

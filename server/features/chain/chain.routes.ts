import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { saveChain, saveChainOfAll } from '@gya/domain/features/chain/chain.contract.ts'
import type { ChainItemInput } from '@gya/domain/features/chain/chain.model.ts'
import { normaliseChain, whyNotSaveChain } from '@gya/domain/features/chain/chain.rules.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { lockLiveProperties } from '../properties/write/properties.repository.ts'
import { findLinkedIds, replaceChain } from './chain.repository.ts'
import { isSameChain, lockChainContacts, saveLinkedChains, toLinkColumns } from './save-chain.ts'

/** Saves the chain of one property, or the same chain for all linked properties. */
export function chainRoutes(app: FastifyInstance): void {
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

  registerRoute(app, saveChainOfAll, async (context) => {
    const { params, body, db } = context
    const items = validateChain(body.items, params.propertyId)
    const contacts = await lockChainContacts(db, params.companyId, items)
    // All properties are locked up front in the common lock order, which prevents deadlocks.
    const linkedIds = items.flatMap(({ propertyRef }) => propertyRef ?? [])
    const lockIds = [params.propertyId, ...linkedIds, ...(await findLinkedIds(db, params))]
    await lockLiveProperties(db, params.companyId, { ids: lockIds })
    return changeProperty<typeof saveChainOfAll>(async (change, { detail }, ids) => {
      const { caller, newId } = change
      const before = detail.chain.items
      const links = await toLinkColumns({ db: change.db, companyId: ids.companyId, caller, newId, contacts }, before, items)
      const isSame = isSameChain(before, items)
      if (!isSame) await replaceChain(change.db, ids, links)
      const removed = before.flatMap(({ propertyRef }) =>
        propertyRef && !linkedIds.includes(propertyRef._id) ? [propertyRef._id] : [],
      )
      const reset = body.resetDeletedPropertyChains ? removed : []
      await saveLinkedChains(change, { ids, savedAt: detail.name, items, links, reset })
      return isSame ? [] : [chainSavedEvent(before.length, items.length)]
    })(context)
  })
}

/** The chain as it is saved. Throws what `whyNotSaveChain` returns. */
function validateChain(sent: readonly ChainItemInput[], propertyId: string) {
  const items = normaliseChain(sent, propertyId)
  refuseIf(whyNotSaveChain(items, propertyId))
  return items
}

const chainSavedEvent = (before: number, links: number): NewEvent => ({ kind: 'chain-saved', data: { before, links } })

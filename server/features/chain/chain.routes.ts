import { refuseIf } from '@gya/domain/errors.ts'
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

/** The chain of a sale: of one property alone, or the same for all that it links. */
export function chainRoutes(app: FastifyInstance): void {
  registerRoute(app, saveChain, async (context) => {
    const settled = decideChain(context.body.items, context.params.propertyId)
    const parties = await lockChainContacts(context.db, context.params.companyId, settled)
    return changeProperty<typeof saveChain>(async ({ db, caller, newId }, { detail }, ids) => {
      if (isSameChain(detail.chain.items, settled)) return []
      const saving = { db, companyId: ids.companyId, caller, newId, parties }
      await replaceChain(db, ids, await toLinkColumns(saving, detail.chain.items, settled))
      return [chainSavedEvent(detail.chain.items.length, settled.length)]
    })(context)
  })

  registerRoute(app, saveChainOfAll, async (context) => {
    const { params, body, db } = context
    const settled = decideChain(body.items, params.propertyId)
    const parties = await lockChainContacts(db, params.companyId, settled)
    // All of them before the first is changed, in the one order that every change of several properties keeps to.
    const linkedIds = settled.flatMap(({ propertyRef }) => propertyRef ?? [])
    const ids = [params.propertyId, ...linkedIds, ...(await findLinkedIds(db, params))]
    await lockLiveProperties(db, params.companyId, { ids })
    return changeProperty<typeof saveChainOfAll>(async (making, { detail }, own) => {
      const before = detail.chain.items
      const saving = { db: making.db, companyId: own.companyId, caller: making.caller, newId: making.newId, parties }
      const links = await toLinkColumns(saving, before, settled)
      const isSame = isSameChain(before, settled)
      if (!isSame) await replaceChain(making.db, own, links)
      const dropped = before.flatMap(({ propertyRef }) =>
        propertyRef && !linkedIds.includes(propertyRef._id) ? [propertyRef._id] : [],
      )
      await saveLinkedChains(making, {
        own,
        savedAt: detail.name,
        settled,
        links,
        reset: body.resetDeletedPropertyChains ? dropped : [],
      })
      return isSame ? [] : [chainSavedEvent(before.length, settled.length)]
    })(context)
  })
}

/** A chain as it will be kept. Throws what `whyNotSaveChain` finds. */
function decideChain(items: readonly ChainItemInput[], propertyId: string) {
  const settled = normaliseChain(items, propertyId)
  refuseIf(whyNotSaveChain(settled, propertyId))
  return settled
}

const chainSavedEvent = (before: number, links: number): NewEvent => ({ kind: 'chain-saved', data: { before, links } })

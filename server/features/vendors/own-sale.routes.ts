import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import {
  listOwnMessages,
  listOwnProperties,
  readOwnProperty,
  saveMessagesSeen,
  saveOwnPreferences,
} from '@gya/domain/features/vendors/own-sale.contract.ts'
import { ownSale } from '@gya/domain/features/vendors/own-sale.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { mount } from '../../http/mount.ts'
import { readWholeProperty } from '../properties/property.read-model.ts'
import { changeVendor } from './change-vendor.ts'
import { countMessages, listMessages, saveSeen } from './own-messages.read-model.ts'
import { listOwn, readPreferences } from './own-sale.read-model.ts'

/** So many messages stand with their property; the list of all has pages. */
const newsOfProperty = { itemsPerPage: 20, currentPage: 0 }

/** A vendor's account belongs to one company. */
const ownerOf = ({ companyId, userId }: Caller) => ({ companyId: companyId ?? '', ownerId: userId })

/** The vendor's app: it never reads more than is the vendor's own. */
export function ownSaleRoutes(app: FastifyInstance): void {
  mount(app, listOwnProperties, async ({ caller, db }) => ({
    data: await listOwn(db, ownerOf(caller)),
    contactPrefs: await readPreferences(db, caller.userId),
  }))

  mount(app, saveOwnPreferences, async (context) => {
    const { body, caller, db } = context
    const before = await readPreferences(db, caller.userId)
    const { publicUrl } = app.gya.config
    const ids = { companyId: caller.companyId ?? '', userId: caller.userId }
    await changeVendor({ ...context, publicUrl, branchIds: null }, ids, { contactPrefs: { ...before, ...body } })
    return readPreferences(db, caller.userId)
  })

  mount(app, listOwnMessages, async ({ query, caller, db, today }) => {
    const page = pageAsked(query, 20)
    const of = { ...ownerOf(caller), today }
    const { count, unseen, seenUntil } = await countMessages(db, of)
    return { data: await listMessages(db, of, page), paging: pagingOf(page, count), unseen, seenUntil }
  })

  mount(app, saveMessagesSeen, async ({ body, caller, db, now, today }) => {
    await saveSeen(db, { companyId: caller.companyId ?? '', userId: caller.userId }, { until: body.until, now })
    return { unseen: (await countMessages(db, { ...ownerOf(caller), today })).unseen }
  })

  mount(app, readOwnProperty, async ({ params: ids, caller, db, today }) => {
    const { detail, timeline, toAsk } = await readWholeProperty(db, ids, today)
    const accepted = detail.offers.find((offer) => offer.state === 'A')
    const sale = ownSale(timeline, accepted !== undefined, { today, completionDate: detail.completionDate })
    return {
      _id: detail._id,
      address: detail.address,
      phase: detail.phase,
      logo: detail.logo,
      price: (accepted && (detail.mi.agreedPrice ?? accepted.amount)) ?? detail.mi.currentAskingPrice,
      offerAcceptedOn: accepted?.acceptedOn ?? null,
      completionDate: accepted ? detail.completionDate : null,
      exchanged: detail.phase === 'exchanged' || detail.phase === 'completed',
      sale,
      viewings: detail.viewings.map(({ _id, when, time, notes }) => ({ _id, when, time, feedback: notes })),
      news: await listMessages(db, { ...ownerOf(caller), today, propertyId: ids.propertyId }, newsOfProperty),
      ...toAsk,
    }
  })
}

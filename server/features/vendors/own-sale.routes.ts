import { listOwnProperties, readOwnProperty, saveOwnPreferences } from '@gya/domain/features/vendors/own-sale.contract.ts'
import { ownSale } from '@gya/domain/features/vendors/own-sale.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { readWholeProperty } from '../properties/property.read-model.ts'
import { changeVendor } from './change-vendor.ts'
import { findWhoToAsk, listOwn, readNews, readPreferences } from './own-sale.read-model.ts'

/** The vendor's app: it reads, and never more than is the vendor's own. */
export function ownSaleRoutes(app: FastifyInstance): void {
  mount(app, listOwnProperties, async ({ caller, db }) => ({
    data: await listOwn(db, caller.userId),
    contactPrefs: await readPreferences(db, caller.userId),
  }))

  mount(app, saveOwnPreferences, async (context) => {
    const { body, caller, db } = context
    const before = await readPreferences(db, caller.userId)
    const { publicUrl } = app.gya.config
    const ids = { companyId: caller.companyId ?? '', userId: caller.userId }
    await changeVendor({ ...context, publicUrl, callerId: caller.userId }, ids, { contactPrefs: { ...before, ...body } })
    return readPreferences(db, caller.userId)
  })

  mount(app, readOwnProperty, async ({ params: ids, db, today }) => {
    const { detail, timeline } = await readWholeProperty(db, ids, today)
    const accepted = detail.offers.find((offer) => offer.state === 'A')
    const sale = ownSale(timeline, accepted !== undefined, { today, completionDate: detail.completionDate })
    const keys = sale.tracks.flatMap(({ steps }) => steps.map(({ key }) => key))
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
      news: await readNews(db, ids, keys, today),
      ...(await findWhoToAsk(db, ids)),
    }
  })
}

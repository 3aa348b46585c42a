import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { addOffer, deleteOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { requireOffer, whyNotRemoveOffer } from '@gya/domain/features/offers/offers.rules.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { deleteOfferRow } from '../properties/write/offers.repository.ts'
import { addOfferToProperty } from './add-offer.ts'
import { changeOffer } from './change-offer.ts'

export function offersRoutes(app: FastifyInstance): void {
  registerRoute(
    app,
    addOffer,
    changeProperty(async ({ body, db, now, today, newId }, property, ids) => {
      const { version: _version, ...fields } = body
      return (await addOfferToProperty({ db, now, today, newId }, ids, property, fields)).events
    }),
  )

  registerRoute(
    app,
    updateOffer,
    changeProperty(({ body, db, now, today }, property, ids) => {
      const { _id, version: _version, ...change } = body
      return changeOffer({ db, now, today }, ids, property, { offerId: _id, change })
    }),
  )

  registerRoute(
    app,
    deleteOffer,
    changeProperty(async ({ params, db }, { detail }, ids) => {
      const offer = requireOffer(detail.offers, params.offerId)
      refuseIf(whyNotRemoveOffer(offer))
      await deleteOfferRow(db, ids.companyId, offer._id)
      return [{ kind: 'offer-removed', data: { offerId: offer._id, name: offer.name, amount: offer.amount } }]
    }),
  )
}

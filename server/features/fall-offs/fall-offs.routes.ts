import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import { ExpectedDates } from '@gya/domain/features/expected-dates/expected-dates.model.ts'
import { noExpectedDates } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { deleteFallOff, performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { removeBuyer, restoreBuyer, whyNotFallOff, whyNotRestoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { fallOff, restoreSale } from '@gya/domain/features/timeline/rules/sale-events.ts'
import { stepKeys, stepOf } from '@gya/domain/features/timeline/step-definitions.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { saveSaleStart, updateOfferRow } from '../offers/offers.repository.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { expectedColumns, updatePropertyFields } from '../properties/write/properties.repository.ts'
import { stepEvents } from '../properties/write/step-events.ts'
import { saveStepChanges } from '../properties/write/steps.repository.ts'
import { archiveSnoozes, saveSnoozes } from '../today/snooze-parts.ts'
import { deleteFallOffRow, deleteSaleStart, findArchive, insertFallOff, markRestored } from './fall-offs.repository.ts'
import { readBuyerData, restoreOffer, saveBuyerData, withoutDeletedPocs } from './sale-archive.ts'

export function fallOffsRoutes(app: FastifyInstance): void {
  registerRoute(
    app,
    performFallOff,
    changeProperty(async ({ body, db, now, today, newId }, property, ids) => {
      const { detail, timeline } = property
      refuseIf(whyNotFallOff(detail.offers, stepOf(timeline, stepKeys.Completed).state === 'C'))
      const offer = detail.offers.find(({ state }) => state === 'A')
      const saleStart = offer && (await deleteSaleStart(db, ids, offer._id))
      if (!offer || !saleStart) throw new DomainError('FALL_OFF_WITHOUT_SALE')
      const buyerData = await readBuyerData(db, ids, detail)
      const archive = {
        timeline,
        saleStart,
        completionDate: detail.completionDate,
        offer,
        agreedPrice: detail.mi.agreedPrice,
        expected: ExpectedDates.parse(detail),
        snoozes: await archiveSnoozes(db, ids.companyId, property),
        ...buyerData,
      }
      const _id = newId()
      await insertFallOff(db, ids, { _id, note: body.note, archive, now })
      await updateOfferRow(db, ids.companyId, { ...offer, state: 'R', acceptedOn: null })
      const { changes } = fallOff(timeline, saleStart, { today, now })
      await saveStepChanges(db, ids, changes)
      await saveBuyerData(db, ids, { before: buyerData, after: removeBuyer(buyerData) })
      await updatePropertyFields(db, ids, { agreed_price: null, completion_date: null, ...expectedColumns(noExpectedDates) })
      const data = { fallOffId: _id, offerId: offer._id, name: offer.name, amount: offer.amount, reason: body.note }
      return [{ kind: 'fall-off', data }, ...stepEvents(timeline, changes)]
    }),
  )

  const restore = changeProperty<typeof restoreFallOff>(async ({ params, db, now, today }, { detail, timeline }, ids) => {
    refuseIf(whyNotRestoreFallOff(findFallOff(detail, params.fallOffId), detail))
    const archive = await findArchive(db, ids, params.fallOffId)
    if (!archive) throw new DomainError('NOT_FOUND')
    const { offer } = archive
    const { changes } = restoreSale(timeline, await withoutDeletedPocs(db, ids.companyId, archive.timeline), { today, now })
    await restoreOffer(db, ids, archive, detail.offers, now)
    await saveSaleStart(db, ids, offer._id, archive.saleStart)
    await saveStepChanges(db, ids, changes)
    const before = await readBuyerData(db, ids, detail)
    await saveBuyerData(db, ids, { before, after: restoreBuyer(before, { ...before, ...archive }) })
    const expected = expectedColumns(archive.expected ?? noExpectedDates)
    const { agreedPrice, completionDate } = archive
    await updatePropertyFields(db, ids, { agreed_price: agreedPrice, completion_date: completionDate, ...expected })
    await markRestored(db, ids, params.fallOffId, now)
    const data = { fallOffId: params.fallOffId, offerId: offer._id, name: offer.name }
    return [{ kind: 'sale-restored', data }, ...stepEvents(timeline, changes)]
  })

  // The action items of the sale are back once the change is saved, and then their snoozes.
  registerRoute(app, restoreFallOff, async (context) => {
    const { params, db } = context
    const property = await restore(context)
    const archive = await findArchive(db, params, params.fallOffId)
    const snoozes = (archive?.snoozes ?? []).map((one) => ({ subjectId: params.propertyId, ...one }))
    if (snoozes.length > 0) await saveSnoozes(db, params.companyId, snoozes)
    return property
  })

  registerRoute(
    app,
    deleteFallOff,
    changeProperty(async ({ params, db }, { detail }, ids) => {
      const { acceptedOffer, note } = findFallOff(detail, params.fallOffId)
      await deleteFallOffRow(db, ids, params.fallOffId)
      return [{ kind: 'fall-off-deleted', data: { fallOffId: params.fallOffId, name: acceptedOffer.name, reason: note } }]
    }),
  )
}

/** Throws NOT_FOUND. */
function findFallOff({ saleResets }: PropertyDetail, id: string) {
  const entry = saleResets.find(({ _id }) => _id === id)
  if (!entry) throw new DomainError('NOT_FOUND')
  return entry
}

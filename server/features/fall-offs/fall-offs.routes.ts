import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import { ExpectedDates } from '@gya/domain/features/expected-dates/expected-dates.model.ts'
import { noExpectedDates } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import {
  deleteFallOff,
  performFallOff,
  previewFallOff,
  previewRestore,
  restoreFallOff,
} from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { removeBuyer, restoreBuyer, whyNotFallOff, whyNotRestoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { fallOff, restoreSale } from '@gya/domain/features/timeline/rules/sale-events.ts'
import { stepKeys, stepOf } from '@gya/domain/features/timeline/step-definitions.ts'
import { endsWithSale } from '@gya/domain/features/today/ends-with-sale.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { saveSaleStart, updateOfferRow } from '../offers/offers.repository.ts'
import { loadProperty } from '../properties/read/property.read-model.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { expectedColumns, updatePropertyFields } from '../properties/write/properties.repository.ts'
import { stepEvents } from '../properties/write/step-events.ts'
import { saveStepChanges } from '../properties/write/steps.repository.ts'
import { archiveSnoozes, saveSnoozes } from '../today/snooze-parts.ts'
import {
  countCancelledTasks,
  deleteFallOffRow,
  deleteSaleStart,
  findArchive,
  findOpenItems,
  findSaleStart,
  insertFallOff,
  keepEndedSnoozes,
  markRestored,
} from './fall-offs.repository.ts'
import { readBuyerData, restoreOffer, saveBuyerData, withoutDeletedPocs } from './sale-archive.ts'

export function fallOffsRoutes(app: FastifyInstance): void {
  const perform = changeProperty<typeof performFallOff>(async ({ body, db, now, today, newId }, property, ids) => {
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
  })

  registerRoute(app, performFallOff, async (context) => {
    const property = await perform(context)
    // Which items have gone is known once the change is saved.
    const [latest] = property.saleResets
    if (latest) await keepEndedSnoozes(context.db, context.params, latest._id)
    return property
  })

  registerRoute(app, previewFallOff, async ({ params, db, today, now, caller }) => {
    const { detail } = await loadProperty(db, params, today, caller)
    // Without a sale nothing ends.
    const offerId = detail.offers.find(({ state }) => state === 'A')?._id ?? null
    const saleStart = offerId === null ? null : await findSaleStart(db, params, offerId)
    const { tasks, snoozed, call_backs: callBacks } = await findOpenItems(db, params, { offerId, now })
    const cancelledTaskIds = tasks.flatMap(({ id, ends }) => (ends ? [id] : []))
    const ending = saleStart ? snoozed.filter((item) => endsWithSale(item, { saleStart, cancelledTaskIds })).length : 0
    return {
      tasks: { cancelled: cancelledTaskIds.length, kept: tasks.length - cancelledTaskIds.length },
      callBacks,
      snoozes: { ending, kept: snoozed.length - ending },
    }
  })

  registerRoute(app, previewRestore, async ({ params, db, now }) => {
    const archive = await findArchive(db, params, params.fallOffId)
    if (!archive) throw new DomainError('NOT_FOUND')
    const { completionDate, offer, expected = noExpectedDates, snoozes = [] } = archive
    return {
      expected,
      completionDate,
      tasks: await countCancelledTasks(db, params, offer._id),
      snoozes: snoozes.filter(({ snooze }) => snooze.until > now).length,
    }
  })

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

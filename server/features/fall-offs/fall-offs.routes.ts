import { daysBetween } from '@gya/domain/common/dates.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { ExpectedDates } from '@gya/domain/features/expected-dates/expected-dates.model.ts'
import { noExpectedDates } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { type FallOffParty, fallOffPhaseOf, notClassified } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import {
  classifyFallOff,
  deleteFallOff,
  performFallOff,
  previewFallOff,
  previewRestore,
  restoreFallOff,
} from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { daysUnderOffer, restoreBuyer } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import { rescueList } from '@gya/domain/features/fall-offs/rescue.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { whyNotRestoreFallOff } from '@gya/domain/features/sale-now/may.ts'
import { restoreSale } from '@gya/domain/features/timeline/rules/sale-events.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { stepOf } from '@gya/domain/features/timeline/step-of.ts'
import { endsWithSale } from '@gya/domain/features/today/ends-with-sale.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { assignSale } from '../assignment/assign-sale.ts'
import { discardFiles } from '../files/file-lifecycle.ts'
import { countLapsed, releaseLapsedFiles, reopenLapsed } from '../party-links/lapsed-proposals.ts'
import { countEndedByFallOff, countOpen } from '../party-links/party-links.repository.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { branchScopeOf } from '../properties/read/property-chain.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { saveSaleStart } from '../properties/write/offers.repository.ts'
import { expectedColumns, updatePropertyFields } from '../properties/write/properties.repository.ts'
import { stepEvents } from '../properties/write/step-events.ts'
import { saveStepChanges } from '../properties/write/steps.repository.ts'
import { saveSnoozes } from '../today/snooze-parts.ts'
import { readBuyerData, restoreOffer, saveBuyerData, withoutDeletedPocs } from './buyer-data.ts'
import { outsideLinks } from './chain-news.ts'
import { findFallOffReason } from './fall-off-reasons.repository.ts'
import {
  countCancelledTasks,
  deleteFallOffRow,
  findArchive,
  findOpenItems,
  keepEndedSnoozes,
  markRestored,
  updateClassification,
} from './fall-offs.repository.ts'
import { listLinkedSales, lockWithLinkedSales, tellLinkedSales } from './linked-sales.ts'
import { prepareFallOff, requireFallOff } from './prepare-fall-off.ts'
import { classifiedData, saveFallOff } from './save-fall-off.ts'

type Classification = { reasonId?: string | undefined; party?: FallOffParty | undefined }

/** A reason of the company's list with the party responsible. Throws NOT_FOUND. */
async function classify(db: Db, companyId: string, { reasonId, party }: Classification) {
  if (reasonId === undefined) return { reason: null, party: party ?? null }
  const reason = await findFallOffReason(db, companyId, reasonId)
  if (!reason)
    throw new DomainError('NOT_FOUND', { issues: [{ path: 'reasonId', message: 'This reason does not exist any more.' }] })
  return { reason, party: party ?? reason.party }
}

export function fallOffsRoutes(app: FastifyInstance): void {
  const perform = changeProperty<typeof performFallOff>(async ({ body, db, now, today, newId }, property, ids) => {
    requireFallOff(property)
    const prepared = await prepareFallOff({ db, today, now }, property, ids)
    if (!prepared) throw new DomainError('FALL_OFF_WITHOUT_SALE')
    const classified = await classify(db, ids.companyId, body)
    return saveFallOff(db, ids, property, prepared, { _id: newId(), note: body.note, at: now, ...classified })
  })

  registerRoute(app, performFallOff, async (context) => {
    const { db, params } = context
    const linked = await lockWithLinkedSales(db, params)
    const property = await perform(context)
    const [latest] = property.saleResets
    if (!latest) return property
    // The ended items are only known after the change is saved.
    await keepEndedSnoozes(db, params, latest._id)
    await tellLinkedSales(context, params.companyId, linked, {
      propertyId: params.propertyId,
      fallOffId: latest._id,
      line1: property.address.line1,
      classified: latest.reason?.name ?? null,
      restored: false,
    })
    return property
  })

  registerRoute(app, previewFallOff, async ({ params, db, today, now, caller }) => {
    const property = await loadProperty(db, params, today, caller)
    const { detail, timeline } = property
    const prepared = await prepareFallOff({ db, today, now }, property, params)
    const offerId = prepared?.offer._id ?? null
    const { tasks, snoozed, call_backs: callBacks } = await findOpenItems(db, params, { offerId, now })
    const cancelledTaskIds = tasks.flatMap(({ id, ends }) => (ends ? [id] : []))
    const saleStart = prepared?.archive.saleStart
    const ofParties = await countOpen(db, params, offerId)
    const ending = saleStart ? snoozed.filter((item) => endsWithSale(item, { saleStart, cancelledTaskIds, today })).length : 0
    const linked = prepared ? await listLinkedSales(db, params) : []
    const isInScope = branchScopeOf(caller)
    const people = rescueList(detail, { today, buyerOfferId: offerId })
    const launchedOn = stepOf(timeline, stepKeys.PropertyLaunched).completedOn
    return {
      version: detail.version,
      offer: prepared && { _id: prepared.offer._id, ...pickOffer(prepared.offer) },
      steps: (prepared?.changes ?? []).flatMap(({ key, from, to }) =>
        from === null || from === to ? [] : [{ key, title: stepOf(timeline, key).title, from, to }],
      ),
      archived: {
        agreedPrice: detail.mi.agreedPrice,
        completionDate: detail.completionDate,
        ...ExpectedDates.parse(detail),
        expectedFee: detail.mi.fees.expected,
      },
      tasks: { cancelled: cancelledTaskIds.length, kept: tasks.length - cancelledTaskIds.length },
      callBacks,
      ...ofParties,
      snoozes: { ending, kept: snoozed.length - ending },
      linkedSales: linked
        .filter(({ branch_id }) => isInScope(branch_id))
        .map(({ id, branch_id, line1, progressor }) => ({ _id: id, branch: branch_id, line1, progressor })),
      linkedSalesElsewhere: linked.filter(({ branch_id }) => !isInScope(branch_id)).length,
      outsideLinks: outsideLinks(prepared?.buyerData.chain ?? []).map(({ position, name, agent, tel }) => ({
        position,
        name,
        agent,
        tel,
      })),
      rescue: {
        mayContact: people.filter(({ mayContact }) => mayContact).length,
        notAsked: people.filter(({ mayContact }) => !mayContact).length,
      },
      daysOnMarket: launchedOn === null ? null : daysBetween(launchedOn, today),
      daysUnderOffer: daysUnderOffer(prepared?.offer.acceptedOn ?? null, today),
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
      partyLinks: await countEndedByFallOff(db, params, offer._id),
      proposals: await countLapsed(db, params, params.fallOffId),
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
    await updatePropertyFields(db, ids, {
      agreed_price: agreedPrice,
      completion_date: completionDate,
      lender_id: archive.lender?._id ?? null,
      ...expected,
    })
    await markRestored(db, ids, params.fallOffId, now)
    await reopenLapsed(db, ids, params.fallOffId)
    const data = { fallOffId: params.fallOffId, offerId: offer._id, name: offer.name }
    const assigned = await assignSale(db, ids, detail)
    return [{ kind: 'sale-restored', data }, ...assigned, ...stepEvents(timeline, changes)]
  })

  // The action items of the sale exist again after the change is saved; then their snoozes are restored.
  registerRoute(app, restoreFallOff, async (context) => {
    const { params, db } = context
    const linkedBefore = await lockWithLinkedSales(db, params)
    const property = await restore(context)
    const archive = await findArchive(db, params, params.fallOffId)
    // The links beyond this sale exist again: notifies the sales that were notified of the fall-off.
    const linked = [...linkedBefore, ...(await listLinkedSales(db, params))]
    await tellLinkedSales(context, params.companyId, [...new Map(linked.map((sale) => [sale.id, sale])).values()], {
      propertyId: params.propertyId,
      fallOffId: params.fallOffId,
      line1: property.address.line1,
      classified: null,
      restored: true,
    })
    const snoozes = (archive?.snoozes ?? []).map((one) => ({ subjectId: params.propertyId, ...one }))
    if (snoozes.length > 0) await saveSnoozes(db, params.companyId, snoozes)
    return property
  })

  registerRoute(
    app,
    classifyFallOff,
    changeProperty(async ({ params, body, db }, { detail }, ids) => {
      const fallen = findFallOff(detail, params.fallOffId)
      const { reason, party } = await classify(db, ids.companyId, body)
      if (reason?._id === fallen.reason?._id && party === fallen.party) return []
      const archive = await findArchive(db, ids, params.fallOffId)
      // For sales that fell off before the list existed, the phase is derived from the archived timeline.
      const phase = fallen.phase ?? fallOffPhaseOf(archive?.timeline ?? [])
      await updateClassification(db, ids, params.fallOffId, { reason, party, phase })
      const data = { fallOffId: params.fallOffId, name: fallen.acceptedOffer.name, before: fallen.reason?.name ?? notClassified }
      return [{ kind: 'fall-off-classified', data: { ...data, ...classifiedData({ reason, party, phase }) } }]
    }),
  )

  registerRoute(
    app,
    deleteFallOff,
    changeProperty(async ({ params, db, now, addJob }, { detail }, ids) => {
      const { acceptedOffer, note } = findFallOff(detail, params.fallOffId)
      await discardFiles({ db, now, addJob }, await releaseLapsedFiles(db, ids, params.fallOffId), 'original')
      await deleteFallOffRow(db, ids, params.fallOffId)
      return [{ kind: 'fall-off-deleted', data: { fallOffId: params.fallOffId, name: acceptedOffer.name, reason: note } }]
    }),
  )
}

const pickOffer = ({ name, amount, acceptedOn }: Offer) => ({ name, amount, acceptedOn })

/** Throws NOT_FOUND. */
function findFallOff({ saleResets }: PropertyDetail, id: string) {
  const entry = saleResets.find(({ _id }) => _id === id)
  if (!entry) throw new DomainError('NOT_FOUND')
  return entry
}

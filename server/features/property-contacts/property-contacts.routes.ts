import { DomainError } from '@gya/domain/errors.ts'
import { changedParts } from '@gya/domain/features/property-contacts/changed-parts.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/save-timeline.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { mount } from '../../http/mount.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { changeProperty } from '../properties/change-property.ts'
import type { PropertyIds, WholeProperty } from '../properties/property.read-model.ts'
import { stepEvents } from '../timeline/step-events.ts'
import { saveStepChanges } from '../timeline/timeline.repository.ts'
import { holdParties } from './hold-parties.ts'
import { findColleague } from './property-contacts.repository.ts'
import { refuseStaleSides } from './refuse-stale-sides.ts'
import { contactsEvent, saveParts } from './save-parts.ts'

/** Who acts for the vendor and for the buyer, and who the buyer is. */
export function propertyContactsRoutes(app: FastifyInstance): void {
  mount(app, saveContacts, async (context) => {
    const { version: _version, ...sent } = context.body
    // Before the property is locked: whoever deletes a contact locks it first and its properties after it.
    const names = await holdParties(context.db, context.params.companyId, sent)
    const save = changeProperty<typeof saveContacts>(
      async (making, property, ids) => {
        const change = { contacts: property.detail.contacts, sent, changed: changedParts(property.detail.contacts, sent) }
        const parts = change.changed.map(({ part }) => part)
        if (parts.length === 0) return []
        if (sent.bStaff && parts.includes('bStaff') && !(await findColleague(making.db, making.params, sent.bStaff)))
          throw new DomainError('NOT_FOUND')
        await saveParts(making, ids, change)
        const cashBuyer = sent.buyerDetails?.buyer?.cashBuyer
        const follows =
          cashBuyer === undefined || !parts.includes('buyerDetails.buyer.cashBuyer')
            ? []
            : await followCash(making, ids, property, cashBuyer)
        return [contactsEvent(change, names), ...follows]
      },
      { refuseStale: (db, ids, version) => refuseStaleSides(db, ids, version, sent) },
    )
    return save(context)
  })
}

/** "Cash buyer (accepted offer with cashBuy, or buyer.cashBuyer): every financial step becomes NA." Domain decisions, "Timeline". */
async function followCash(
  { db, today, now }: { db: Db; today: string; now: string },
  ids: PropertyIds,
  { detail, timeline }: WholeProperty,
  cashBuyer: boolean,
): Promise<NewEvent[]> {
  const { changes } = saveTimeline({
    timeline,
    requested: [],
    completionDate: detail.completionDate,
    cashBuyer: cashBuyer || detail.offers.some((offer) => offer.state === 'A' && offer.cashBuy),
    today,
    now,
  })
  await saveStepChanges(db, ids, changes)
  return stepEvents(changes)
}

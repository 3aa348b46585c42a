import { addresseeOf } from '@gya/domain/features/party-links/addressee.ts'
import type { LinkParty } from '@gya/domain/features/party-links/party-links.model.ts'
import { isEmailChanged, isPartyReplaced } from '@gya/domain/features/party-links/party-links.rules.ts'
import { stepsProposedBy } from '@gya/domain/features/party-links/party-steps.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { mayPropose } from '@gya/domain/features/sale-now/may.ts'
import type { PropertyChanged } from '../properties/write/property-effects.ts'
import { endLinks } from './end-links.ts'
import { listLinksEndedByFallOff } from './lapsed-proposals.ts'
import { listOpenLinks } from './party-links.repository.ts'
import { type KnownSteps, overtakeCompleted, overtakeUnless, reopenPaused } from './proposals.repository.ts'

const acceptedOffer = ({ offers }: PropertyDetail): string | undefined => offers.find(({ state }) => state === 'A')?._id

const parties = Object.keys(stepsProposedBy) as LinkParty[]
const proposable = new Set(Object.values(stepsProposedBy).flat())

/**
 * "Ends by itself when the sale falls off, … when the party's e-mail is changed", in the transaction of the change. Also marks open
 * proposals as overtaken that the sale already reflects. Other changes run no query.
 */
export async function updateLinksOnChanges(changes: readonly PropertyChanged[]): Promise<void> {
  await endLinksOfDeleted(changes)
  const sales = changes.filter(({ before, isDeleted }) => !isDeleted && before && acceptedOffer(before.detail) !== undefined)
  for (const change of sales) {
    await endLinksAfter(change)
    await overtakeTooLate(change)
  }
  const known = Map.groupBy(sales.flatMap(knownStepsOf), ({ change }) => change.property.detail.company._id)
  for (const [companyId, ofCompany] of known) {
    const [
      {
        change: { db, now },
      },
    ] = ofCompany as [(typeof ofCompany)[number]]
    await overtakeCompleted(
      db,
      companyId,
      ofCompany.map(({ steps }) => steps),
      now,
    )
  }
}

async function endLinksOfDeleted(changes: readonly PropertyChanged[]): Promise<void> {
  for (const { property, isDeleted, db, userId, now, newId } of changes) {
    if (!isDeleted) continue
    const ids = { companyId: property.detail.company._id, propertyId: property.detail._id }
    const open = await listOpenLinks(db, ids)
    await endLinks(
      { db, companyId: ids.companyId, userId, now, newId },
      open.map(({ id }) => id),
      'deleted',
    )
  }
}

/** Proposals that may no longer be made are overtaken in the save that moved the sale; put back, those of a paused sale are open again. */
async function overtakeTooLate({ before, property, db, now }: PropertyChanged): Promise<void> {
  const [was, is] = [before?.sale.standing, property.sale.standing]
  if (was === is || was === undefined) return
  const ids = { companyId: property.detail.company._id, propertyId: property.detail._id }
  if (was === 'stopped') await reopenPaused(db, ids)
  await overtakeUnless(db, ids, (content) => mayPropose(is, content), now)
}

async function endLinksAfter(change: PropertyChanged): Promise<void> {
  const { before, property } = change
  if (!before) return
  const isOver = acceptedOffer(property.detail) !== acceptedOffer(before.detail)
  const changed = parties.filter((party) => addressOf(before.detail, party) !== addressOf(property.detail, party))
  if (isOver || changed.length > 0) await endLinksOf(change, isOver)
}

function knownStepsOf(change: PropertyChanged): { change: PropertyChanged; steps: KnownSteps }[] {
  const steps = change.events.filter(({ kind, data }) => kind === 'step-changed' && proposable.has(Number(data?.key)))
  const keysTo = (state: string) => steps.filter(({ data }) => data?.to === state).map(({ data }) => Number(data?.key))
  const [done, underWay] = [keysTo('C'), keysTo('IP')]
  const { _id: propertyId } = change.property.detail
  return done.length + underWay.length > 0 ? [{ change, steps: { propertyId, done, underWay } }] : []
}

/** The firm and the address of a party. */
const addressOf = ({ contacts }: PropertyDetail, party: LinkParty): string => {
  const addressee = addresseeOf(contacts, party)
  return `${addressee?.contactId ?? ''} ${addressee?.email.toLowerCase() ?? ''}`
}

async function endLinksOf({ before, property, db, userId, now, newId }: PropertyChanged, isOver: boolean): Promise<void> {
  const ids = { companyId: property.detail.company._id, propertyId: property.detail._id }
  const links = await listOpenLinks(db, ids)
  const ended = links.filter((link) => {
    const party = link.party as LinkParty
    const was = before && addresseeOf(before.detail.contacts, party)
    const is = addresseeOf(property.detail.contacts, party)
    return isOver || isEmailChanged(was, is, link) || isPartyReplaced(was, is, { email: link.email, contactId: link.contact_id })
  })
  // Proposals reopened by an earlier restore, without a new link.
  const offerId = before && acceptedOffer(before.detail)
  const reopened = isOver && offerId ? await listLinksEndedByFallOff(db, ids, offerId) : []
  const context = { db, companyId: ids.companyId, userId, now, newId }
  await endLinks(context, [...ended.map(({ id }) => id), ...reopened], isOver ? 'fell-off' : 'email-changed')
}

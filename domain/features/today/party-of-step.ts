import type { PropertyDetail } from '../properties/properties.model.ts'
import { type SaleRole, selfRef, toPartyRef } from '../property-contacts/parties.ts'
import type { Party } from '../property-contacts/property-contacts.model.ts'
import { stepKeys } from '../timeline/step-definitions.ts'
import type { Step } from '../timeline/timeline.model.ts'
import { type DerivedItem } from './action-items.ts'
import { type ActionItemFacts } from './item-facts.ts'

export type Contacted = Pick<DerivedItem, 'partyRef' | 'partyRole' | 'firmId'>

export const ourselves: Contacted = { partyRef: selfRef, partyRole: 'self', firmId: null }

/** The parties of a sale. */
export type PartiesOfSale = Pick<PropertyDetail, '_id' | 'contacts' | 'buyer'> & {
  owner: { _id: string }
  offers: readonly { state: PropertyDetail['offers'][number]['state'] }[]
}

/** Returns the person of a side: the vendor, or the buyer if the name is known. */
export function personOf(property: PartiesOfSale, side: 'vendor' | 'buyer'): Contacted {
  if (side === 'vendor') return { partyRef: toPartyRef('vendor', property.owner._id), partyRole: 'vendor', firmId: null }
  const isKnown = property.buyer.name !== '' || property.offers.some(({ state }) => state === 'A')
  return { partyRef: isKnown ? toPartyRef('buyer', property._id) : null, partyRole: 'buyer', firmId: null }
}

/** "Falls back from POC to firm to the person of that side; without any, 'Nobody to contact'." */
export function firmOr(party: Party, partyRole: SaleRole, person: Contacted): Contacted {
  if (!party) return person.partyRef === null ? { ...person, partyRole } : person
  const ref = party.poc ? toPartyRef('poc', party.poc._id) : toPartyRef('firm', party.contact._id)
  return { partyRef: ref, partyRole, firmId: party.contact._id }
}

export function professional(property: PartiesOfSale, role: 'vendorSolicitor' | 'buyerSolicitor' | 'buyerBroker'): Contacted {
  const { solicitor, buyerDetails } = property.contacts
  const side = role === 'vendorSolicitor' ? 'vendor' : 'buyer'
  const party = { vendorSolicitor: solicitor, buyerSolicitor: buyerDetails.solicitor, buyerBroker: buyerDetails.mBroker }[role]
  return firmOr(party, role, personOf(property, side))
}

const { Exchanged, Completed, NotHavingSurvey, ReportedToBuyer, DocumentsAndDepositsReceived } = stepKeys
const vendorSolicitorSteps: readonly number[] = [stepKeys.DraftContractsIssued, stepKeys.EnquiriesAnswered, Exchanged, Completed]

const buyerSolicitorSteps: readonly number[] = [
  stepKeys.SearchesAppliedFor,
  stepKeys.SearchesBack,
  stepKeys.EnquiriesRaised,
  ReportedToBuyer,
  DocumentsAndDepositsReceived,
]

/** "Party of a step." */
export function partyOfStep(property: PartiesOfSale, step: Step, surveyFirms: ActionItemFacts['surveyFirms'] = {}): Contacted {
  if (step.type === 'PS') return ourselves
  if (vendorSolicitorSteps.includes(step.key)) return professional(property, 'vendorSolicitor')
  if (buyerSolicitorSteps.includes(step.key)) return professional(property, 'buyerSolicitor')
  if (step.type === 'F') return professional(property, 'buyerBroker')
  const poc = step.survey?.contactPOC
  if (poc) return { partyRef: toPartyRef('poc', poc), partyRole: 'surveyContact', firmId: surveyFirms[poc] ?? null }
  const buyer = personOf(property, 'buyer')
  return step.key === NotHavingSurvey || buyer.partyRef !== null ? buyer : { ...buyer, partyRole: 'surveyContact' }
}

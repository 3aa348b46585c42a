import type { ApiScope } from '../../access/api-scopes.ts'
import type { PropertyDetail } from '../properties/properties.model.ts'

/**
 * Removes what a key may not see of a property: "no fees without report:read, no names and addresses of people without contact:read",
 * offers without offer:read, documents without document:read. [connect §3](docs/design/connect.md#3). Free text may contain names, so it is
 * treated like them. Used for reads and for responses of writes, on domain and wire values, which have the same field names.
 */
export function propertyVisibleToKey(property: PropertyDetail, scopes: readonly ApiScope[]) {
  const has = (scope: ApiScope) => scopes.includes(scope)
  const withPeople = has('contact:read')
  const { owner, buyer, contacts, memo, chain, offers, documents, mi, ...rest } = property
  const { accountActivationToken: _token, pendingEmail: _pending, contactPrefs: _prefs, lastLogin: _login, ...vendor } = owner
  return {
    ...rest,
    mi: has('report:read') ? mi : omit(mi, 'agencyFeeType', 'agencyFee', 'agencyFeePercent', 'feeDeduction', 'fees'),
    ...(withPeople ? { owner: vendor, buyer, contacts, memo, chain } : {}),
    ...(has('offer:read')
      ? { offers: withPeople ? offers : offers.map((offer) => omit(offer, 'name', 'tel', 'email', 'notes', 'history')) }
      : {}),
    ...(has('document:read')
      ? { documents: withPeople ? documents : documents.map((document) => omit(document, 'note', 'addedBy')) }
      : {}),
    ...(withPeople ? {} : withoutPeople(rest)),
  }
}

type Rest = Pick<PropertyDetail, 'viewings' | 'relaunches' | 'saleResets' | 'exchangeHistory' | 'timeline'>

const withoutPeople = ({ viewings, relaunches, saleResets, exchangeHistory, timeline }: Rest) => ({
  viewings: viewings.map((viewing) => omit(viewing, 'name', 'notes', 'email', 'tel')),
  relaunches: relaunches.map((relaunch) => omit(relaunch, 'notes')),
  saleResets: saleResets.map((reset) => ({ ...omit(reset, 'note'), acceptedOffer: omit(reset.acceptedOffer, 'name') })),
  exchangeHistory: exchangeHistory.map((entry) => omit(entry, 'reason', 'by')),
  timeline: { ...timeline, data: timeline.data.map((step) => omit(step, 'dueReason', 'surveyContact', 'surveyData')) },
})

function omit<T extends object, K extends keyof T>(value: T, ...names: K[]): Omit<T, K> {
  const rest = { ...value }
  for (const name of names) delete rest[name]
  return rest
}

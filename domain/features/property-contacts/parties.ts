import { z } from 'zod'
import { type PartyRole, partyRoles, type Side } from './property-contacts.rules.ts'

/** The party of an action item or a conversation: a reference and a role in the sale. */

/** `buyer` is followed by the property's id, `vendor` by the account's, `firm` by the contact's; `self` by nothing. */
export const partyKinds = ['poc', 'firm', 'vendor', 'buyer', 'additional', 'offer', 'viewing'] as const
export type PartyKind = (typeof partyKinds)[number]

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const pattern = new RegExp(`^(?:self|(?:${partyKinds.join('|')}):${uuid})$`)

export const PartyRef = z.string('Choose a party.').toLowerCase().regex(pattern, 'This is not a party.')
export type PartyRef = z.output<typeof PartyRef>

export const selfRef = 'self'

export const toPartyRef = (kind: PartyKind, id: string): PartyRef => `${kind}:${id}`

/** `ref` has passed `PartyRef`. The id is empty for ourselves. */
export function parsePartyRef(ref: PartyRef): { kind: PartyKind | 'self'; id: string } {
  const [kind = 'self', id = ''] = ref.split(':')
  return { kind: kind as PartyKind | 'self', id }
}

/** Roles in a sale. The four of `partyRoles` are those of solicitors and brokers. */
export const saleRoles = [
  'vendor',
  'buyer',
  'vendorSolicitor',
  'buyerSolicitor',
  'vendorBroker',
  'buyerBroker',
  'vendorContact',
  'buyerContact',
  'surveyContact',
  'offerBuyer',
  'viewer',
  'chainAgent',
  'self',
] as const
export type SaleRole = (typeof saleRoles)[number]

/** As a heading, or alone. */
export const saleRoleLabels: Record<SaleRole, string> = {
  vendor: 'Vendor',
  buyer: 'Buyer',
  vendorSolicitor: 'Vendor’s solicitor',
  buyerSolicitor: 'Buyer’s solicitor',
  vendorBroker: 'Vendor’s broker',
  buyerBroker: 'Buyer’s broker',
  vendorContact: 'Vendor’s contact',
  buyerContact: 'Buyer’s contact',
  surveyContact: 'Survey contact',
  offerBuyer: 'Made an offer',
  viewer: 'Viewed',
  chainAgent: 'Agent in the chain',
  self: 'Ourselves',
}

/** The side that counts as updated by a conversation with this role: the vendor or buyer in person, or one of their additional contacts. */
const updatedSides: Partial<Record<SaleRole, Side>> = {
  vendor: 'vendor',
  vendorContact: 'vendor',
  buyer: 'buyer',
  buyerContact: 'buyer',
}
export const updatedSideOf = (role: SaleRole): Side | null => updatedSides[role] ?? null

/** The side of a sale that somebody with this role is on; `null` for the others. */
export const sideOf = (role: SaleRole): Side | null =>
  role in partyRoles ? partyRoles[role as PartyRole].side : updatedSideOf(role)

/** Most frequent first; of equally frequent ones the first of `saleRoles`. */
export const countRoles = (roles: readonly SaleRole[]): { role: SaleRole; sales: number }[] =>
  saleRoles
    .map((role) => ({ role, sales: roles.filter((one) => one === role).length }))
    .filter(({ sales }) => sales > 0)
    .toSorted((a, b) => b.sales - a.sales)

/** The most frequent role. `roles` is not empty. */
export const mainRole = (roles: readonly SaleRole[]): SaleRole => countRoles(roles)[0]?.role ?? 'self'

const professions = { solicitor: 'solicitor', mBroker: 'broker' } as const

/**
 * "Role in words ("buyer's solicitor of 3, vendor's of 2")." [day §3](docs/design/day.md#3). The profession is not repeated.
 * `roles` as `countRoles` sorts them.
 */
export function describeRoles(roles: readonly { role: SaleRole; sales: number }[]): string {
  let profession = ''
  const parts = roles.map(({ role, sales }, index) => {
    const firm = role in partyRoles ? partyRoles[role as PartyRole] : undefined
    const words =
      firm && firm.part === profession
        ? `${firm.side}’s`
        : firm
          ? `${firm.side}’s ${professions[firm.part]}`
          : saleRoleLabels[role].toLowerCase()
    profession = firm?.part ?? ''
    return `${index === 0 ? words.charAt(0).toUpperCase() + words.slice(1) : words} of ${sales}`
  })
  return parts.join(', ')
}

/** Name, telephone and e-mail of a party. Empty texts are unknown. */
export const SaleParty = z.object({
  ref: PartyRef,
  role: z.enum(saleRoles),
  name: z.string(),
  /** The firm of a point of contact, or the firm itself. */
  firm: z.object({ _id: z.uuid(), name: z.string(), tel: z.string(), email: z.string() }).nullable(),
  tel: z.string(),
  email: z.string(),
})
export type SaleParty = z.output<typeof SaleParty>

import { z } from 'zod'
import type { CompanyRole } from '../../access/permissions.ts'
import { Id, line, paragraph, requiredLine } from '../../common/wire.ts'

/** Gates: what is required before an offer is accepted, and before contracts are exchanged. [trust §5](docs/design/trust.md#5). */

export const gates = ['accept', 'exchange'] as const
export const Gate = z.enum(gates, 'Choose a gate.')
export type Gate = z.output<typeof Gate>

export const gateLabels: Record<Gate, string> = { accept: 'Before an offer is accepted', exchange: 'Before exchange' }

/** `warn` shows and records open items, `block` refuses. */
export const gateModes = ['off', 'warn', 'block'] as const
export const GateMode = z.enum(gateModes, 'Choose off, warn or block.')
export type GateMode = z.output<typeof GateMode>

export const gateModeLabels: Record<GateMode, string> = { off: 'Off', warn: 'Warn', block: 'Block' }

export const gateApplies = ['always', 'mortgage', 'cash', 'leasehold', 'chain'] as const
export type GateApplies = (typeof gateApplies)[number]

export const gateAppliesLabels: Record<GateApplies, string> = {
  always: 'Every sale',
  mortgage: 'Mortgage buyers',
  cash: 'Cash buyers',
  leasehold: 'Leasehold',
  chain: 'Sales in a chain',
}

export const gateEvidences = ['none', 'note', 'reference', 'document'] as const
export type GateEvidence = (typeof gateEvidences)[number]

export const gateEvidenceLabels: Record<GateEvidence, string> = {
  none: 'A tick',
  note: 'A note',
  reference: 'A reference',
  document: 'A file of the property',
}

/** Items that are evaluated from the data of the sale and cannot be ticked. */
export const gateAutos = [
  'buyerSolicitor',
  'chainKnown',
  'depositHeld',
  'mortgageGood',
  'packSent',
  'identityGood',
  'vendorChecked',
  'buyerChecked',
  'fundsChecked',
] as const
export type GateAuto = (typeof gateAutos)[number]

/** The rule of each item, for the settings screen of the company. */
export const gateAutoLabels: Record<GateAuto, string> = {
  buyerSolicitor: 'Buyer’s contacts',
  chainKnown: 'Chain status',
  depositHeld: 'Docs & deposits received',
  mortgageGood: 'Mortgage expiry, completion date',
  packSent: 'Leasehold pack sent',
  identityGood: 'Checks before acceptance',
  vendorChecked: 'Customer checks of the vendor',
  buyerChecked: 'Customer checks of the buyer',
  fundsChecked: 'Customer checks: source of the buyer’s funds',
}

/** Roles that an item can name; platform administrators count as company administrators. */
export const overridingRoles = [
  'COMPANY_ADMIN',
  'AREA_MANAGER',
  'BRANCH_ADMIN',
  'BRANCH_STAFF',
] as const satisfies readonly CompanyRole[]

export const gateCheckStates = ['open', 'met', 'overridden', 'not-needed'] as const
export type GateCheckState = (typeof gateCheckStates)[number]

export const minReference = 3
export const minOverrideReason = 10
export const maxGateItems = 30

const itemFields = {
  gate: Gate,
  title: requiredLine(80, 'the title'),
  help: paragraph(300).default(''),
  applies: z.enum(gateApplies, 'Choose for which sales.'),
  evidence: z.enum(gateEvidences, 'Choose the evidence.'),
  auto: z.enum(gateAutos).nullable().default(null),
  validDays: z.int('Enter a whole number.').min(1, 'Use 1 or more.').max(3650, 'Use 3650 or less.').nullable().default(null),
  /** Empty: no role may override it. */
  overrideBy: z.array(z.enum(overridingRoles, 'Choose a role.')).max(overridingRoles.length).default([]),
  active: z.boolean('Say yes or no.').default(true),
  /** The evidence of an earlier offer does not serve a later one. */
  aboutBuyer: z.boolean('Say yes or no.').default(true),
}

export const GateItemInput = z.strictObject({ _id: Id.optional(), ...itemFields })

export const GateItem = z.object({
  _id: Id,
  gate: Gate,
  title: z.string(),
  help: z.string(),
  applies: z.enum(gateApplies),
  evidence: z.enum(gateEvidences),
  auto: z.enum(gateAutos).nullable(),
  validDays: z.int().nullable(),
  overrideBy: z.array(z.enum(overridingRoles)),
  active: z.boolean(),
  aboutBuyer: z.boolean(),
})
export type GateItem = z.output<typeof GateItem>

export const Reference = line(120)
export const CheckNote = paragraph(500)

/** Why a mortgage offer is not known to last long enough. */
export const noCompletionDate = 'no completion date is set'

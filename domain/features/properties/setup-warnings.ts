import { isAgreedPhase, isForSalePhase, type Phase } from '../timeline/phase.ts'

/**
 * "Setup warnings (sold or for sale): leasehold and pack not 'yes'; no vendor's solicitor; no vendor's mortgage broker."
 * [domain, Warnings](docs/design/domain.md#warnings). Texts: [reports §2.1](docs/design/reports.md#2.1).
 */
export const setupWarningTexts = {
  leaseholdPack: 'Leasehold pack has not been sent.',
  vendorSolicitor: 'No solicitor assigned to vendor.',
  vendorBroker: 'No mortgage broker assigned to vendor.',
  vendor: 'Vendor not known.',
} as const

export type SetupWarning = keyof typeof setupWarningTexts

export const setupWarnings = Object.keys(setupWarningTexts) as [SetupWarning, ...SetupWarning[]]

export type SetupFacts = {
  phase: Phase
  ownership: 'unknown' | 'freehold' | 'leasehold'
  leaseholdPackSent: 'yes' | 'no' | 'unknown'
  hasVendorSolicitor: boolean
  hasVendorBroker: boolean
  /** False: the property was imported without a vendor. */
  isVendorKnown: boolean
}

export const setupWarningsOf = (facts: SetupFacts): SetupWarning[] => {
  if (!isAgreedPhase(facts.phase) && !isForSalePhase(facts.phase)) return []
  const packMissing = facts.ownership === 'leasehold' && facts.leaseholdPackSent !== 'yes'
  return [
    ...(packMissing ? (['leaseholdPack'] as const) : []),
    ...(facts.hasVendorSolicitor ? [] : (['vendorSolicitor'] as const)),
    ...(facts.hasVendorBroker ? [] : (['vendorBroker'] as const)),
    ...(facts.isVendorKnown ? [] : (['vendor'] as const)),
  ]
}

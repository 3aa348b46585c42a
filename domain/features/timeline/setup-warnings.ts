/**
 * "Setup warnings (sold or for sale): leasehold and pack not 'yes'; no vendor's solicitor; no vendor's mortgage broker."
 * Domain decisions, "Warnings"; the texts are those of the reports document, section 2.1.
 */
import type { Phase } from './phase.ts'

export const setupWarningTexts = {
  leaseholdPack: 'Leasehold pack has not been sent.',
  vendorSolicitor: 'No solicitor assigned to vendor.',
  vendorBroker: 'No mortgage broker assigned to vendor.',
} as const

export type SetupWarning = keyof typeof setupWarningTexts

export const setupWarnings = Object.keys(setupWarningTexts) as [SetupWarning, ...SetupWarning[]]

export type SetupFacts = {
  phase: Phase
  ownership: 'unknown' | 'freehold' | 'leasehold'
  leaseholdPackSent: 'yes' | 'no' | 'unknown'
  hasVendorSolicitor: boolean
  hasVendorBroker: boolean
}

export const setupWarningsOf = (facts: SetupFacts): SetupWarning[] => {
  if (facts.phase !== 'sold' && facts.phase !== 'forSale') return []
  const packMissing = facts.ownership === 'leasehold' && facts.leaseholdPackSent !== 'yes'
  return [
    ...(packMissing ? (['leaseholdPack'] as const) : []),
    ...(facts.hasVendorSolicitor ? [] : (['vendorSolicitor'] as const)),
    ...(facts.hasVendorBroker ? [] : (['vendorBroker'] as const)),
  ]
}

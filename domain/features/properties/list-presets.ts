/**
 * "Filter presets of the lists" (domain decisions): each preset is the words of the status filter and what a property must
 * be. "sold" presets mean the phase Sold: neither exchanged nor completed. A preset that names no phase covers all of them.
 */
import type { Phase } from '../timeline/phase.ts'

/** What a preset asks of a property; everything that is given must hold. */
export type PresetCriteria = {
  phases?: readonly Phase[]
  /** 0 no chain, 1 completed, 2 incomplete, 3 unknown. */
  chains?: readonly number[]
  ownership?: 'freehold' | 'leasehold'
  /** At least one step is overdue. */
  overdue?: true
  /** At least one setup warning. */
  setupWarnings?: true
  /** At least one offer is pending. */
  pendingOffers?: true
  /** The sale contradicts itself: rows from before the rule that a sale cannot. */
  toTidy?: true
}

type Preset = { words: string; needs: PresetCriteria }

const sold = { phases: ['sold'] } as const satisfies PresetCriteria

export const listPresets = {
  allActive: { words: 'All active', needs: { phases: ['preForSale', 'forSale', 'sold', 'exchanged'] } },
  allWarnings: { words: 'All warnings', needs: { overdue: true } },
  setupWarnings: { words: 'Setup warnings', needs: { setupWarnings: true } },
  preForSale: { words: 'Pre for sale', needs: { phases: ['preForSale'] } },
  preForSaleWarnings: { words: 'Pre for sale with warnings', needs: { phases: ['preForSale'], overdue: true } },
  forSale: { words: 'For sale', needs: { phases: ['forSale'] } },
  forSaleWarnings: { words: 'For sale with warnings', needs: { phases: ['forSale'], overdue: true } },
  sold: { words: 'Sold', needs: sold },
  soldWarnings: { words: 'Sold with warnings', needs: { ...sold, overdue: true } },
  soldChain: { words: 'Sold, chain', needs: { ...sold, chains: [1, 2] } },
  soldNoChain: { words: 'Sold, no chain', needs: { ...sold, chains: [0] } },
  soldChainIncomplete: { words: 'Sold, chain incomplete', needs: { ...sold, chains: [2] } },
  soldChainComplete: { words: 'Sold, chain complete', needs: { ...sold, chains: [1] } },
  sstcNotProceedable: { words: 'SSTC not proceedable', needs: { ...sold, chains: [2] } },
  saleComplete: { words: 'Sale complete', needs: { phases: ['completed'] } },
  freehold: { words: 'Freehold', needs: { ownership: 'freehold' } },
  leasehold: { words: 'Leasehold', needs: { ownership: 'leasehold' } },
  chainUnknown: { words: 'Chain unknown', needs: { chains: [3] } },
  pendingOffers: { words: 'Pending offers', needs: { pendingOffers: true } },
  toTidy: { words: 'To tidy', needs: { toTidy: true } },
  archived: { words: 'Archived', needs: { phases: ['withdrawn'] } },
  all: { words: 'All', needs: {} },
} as const satisfies Record<string, Preset>

export type ListPreset = keyof typeof listPresets

export const listPresetNames = Object.keys(listPresets) as [ListPreset, ...ListPreset[]]

/** What a preset asks, by its name. */
export const presetCriteria = (name: ListPreset): PresetCriteria => listPresets[name].needs

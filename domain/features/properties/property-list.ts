import { addressLine } from '../../common/address-format.ts'
import { type DateOnly, showDate } from '../../common/dates.ts'
import { toPounds } from '../../common/money.ts'
import { type Phase, phaseLabels } from '../timeline/phase.ts'
import type { PropertyListRow } from './properties.model.ts'
import { setupWarningTexts } from './properties.rules.ts'

/**
 * "Filter presets of the lists" (domain decisions). "Sold" presets mean the phase Sold: neither exchanged nor completed.
 * A preset without phases covers all of them.
 */

/** All given criteria must hold. */
export type PresetCriteria = {
  phases?: readonly Phase[]
  /** 0 no chain, 1 completed, 2 incomplete, 3 unknown. */
  chains?: readonly number[]
  ownership?: 'freehold' | 'leasehold'
  overdue?: true
  setupWarnings?: true
  pendingOffers?: true
  /** The sale contradicts itself (rows from before the rule). */
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

export const presetCriteria = (name: ListPreset): PresetCriteria => listPresets[name].needs

/**
 * The properties list as Properties.csv, with the columns of the screen (reports document, section 2.1). Amounts are
 * pounds, dates DD/MM/YYYY.
 */

type Cell = string | number
/** `viewings` and `offers` are counts. */
export type ListExportRow = Pick<PropertyListRow, 'address' | 'branch' | 'phase' | 'takeOn' | 'warnings' | 'setupWarnings'> & {
  chain: PropertyListRow['mi']['chain']
  viewings: number
  offers: number
  askingPrice: number | null
  usingApp: boolean
  noticeEnd: DateOnly | null
}
type ExportColumn = { head: string; cell: (row: ListExportRow) => Cell }

const chains: Record<ListExportRow['chain'], string> = {
  0: 'No chain',
  1: 'Completed chain',
  2: 'Incomplete chain',
  3: 'Unknown',
}

const date = (day: DateOnly | null): string => (day === null ? '' : showDate(day))

const exportColumns: readonly ExportColumn[] = [
  { head: 'Property', cell: ({ address }) => addressLine(address) },
  { head: 'Phase', cell: ({ phase }) => phaseLabels[phase] },
  { head: 'Branch', cell: ({ branch }) => branch.name },
  { head: 'Chain', cell: ({ chain }) => chains[chain] },
  { head: 'Viewings', cell: ({ viewings }) => viewings },
  { head: 'Offers', cell: ({ offers }) => offers },
  { head: 'Asking price', cell: ({ askingPrice }) => (askingPrice === null ? '' : toPounds(askingPrice)) },
  { head: 'Take on', cell: ({ takeOn }) => date(takeOn) },
  { head: 'Using app', cell: ({ usingApp }) => (usingApp ? 'Yes' : 'No') },
  { head: 'On notice', cell: ({ noticeEnd }) => date(noticeEnd) },
  { head: 'Warnings', cell: ({ warnings }) => warnings },
  {
    head: 'Setup warnings',
    cell: ({ setupWarnings }) => setupWarnings.map((warning) => setupWarningTexts[warning]).join(' '),
  },
]

/** "Branch (company level only)". */
export const listExportColumns = (level: 'company' | 'branch'): readonly ExportColumn[] =>
  exportColumns.filter(({ head }) => level === 'company' || head !== 'Branch')

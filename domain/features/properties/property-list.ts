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

type Preset = { label: string; criteria: PresetCriteria }

const sold = { phases: ['sold'] } as const satisfies PresetCriteria

export const listPresets = {
  allActive: { label: 'All active', criteria: { phases: ['preForSale', 'forSale', 'sold', 'exchanged'] } },
  allWarnings: { label: 'All warnings', criteria: { overdue: true } },
  setupWarnings: { label: 'Setup warnings', criteria: { setupWarnings: true } },
  preForSale: { label: 'Pre for sale', criteria: { phases: ['preForSale'] } },
  preForSaleWarnings: { label: 'Pre for sale with warnings', criteria: { phases: ['preForSale'], overdue: true } },
  forSale: { label: 'For sale', criteria: { phases: ['forSale'] } },
  forSaleWarnings: { label: 'For sale with warnings', criteria: { phases: ['forSale'], overdue: true } },
  sold: { label: 'Sold', criteria: sold },
  soldWarnings: { label: 'Sold with warnings', criteria: { ...sold, overdue: true } },
  soldChain: { label: 'Sold, chain', criteria: { ...sold, chains: [1, 2] } },
  soldNoChain: { label: 'Sold, no chain', criteria: { ...sold, chains: [0] } },
  soldChainIncomplete: { label: 'Sold, chain incomplete', criteria: { ...sold, chains: [2] } },
  soldChainComplete: { label: 'Sold, chain complete', criteria: { ...sold, chains: [1] } },
  sstcNotProceedable: { label: 'SSTC not proceedable', criteria: { ...sold, chains: [2] } },
  saleComplete: { label: 'Sale complete', criteria: { phases: ['completed'] } },
  freehold: { label: 'Freehold', criteria: { ownership: 'freehold' } },
  leasehold: { label: 'Leasehold', criteria: { ownership: 'leasehold' } },
  chainUnknown: { label: 'Chain unknown', criteria: { chains: [3] } },
  pendingOffers: { label: 'Pending offers', criteria: { pendingOffers: true } },
  toTidy: { label: 'To tidy', criteria: { toTidy: true } },
  archived: { label: 'Archived', criteria: { phases: ['withdrawn'] } },
  all: { label: 'All', criteria: {} },
} as const satisfies Record<string, Preset>

export type ListPreset = keyof typeof listPresets

export const listPresetNames = Object.keys(listPresets) as [ListPreset, ...ListPreset[]]

export const presetCriteria = (name: ListPreset): PresetCriteria => listPresets[name].criteria

/**
 * The properties list as Properties.csv, with the columns of the screen (reports document, section 2.1). Amounts are
 * pounds, dates DD/MM/YYYY.
 */

type Cell = string | number
/** `viewings` and `offers` are counts. */
export type ListExportRow = Pick<
  PropertyListRow,
  'address' | 'branch' | 'phase' | 'takeOn' | 'warnings' | 'setupWarnings' | 'bStaff' | 'expectedExchange'
> & {
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

/** Ours; last, and only while the screen shows them. */
const expectedColumns: readonly ExportColumn[] = [
  { head: 'Sales progressor', cell: ({ bStaff }) => bStaff?.name ?? '' },
  { head: 'Expected exchange', cell: ({ expectedExchange }) => date(expectedExchange) },
]

/** "Branch (company level only)". */
export const listExportColumns = ({
  level,
  expected,
}: {
  level: 'company' | 'branch'
  expected: boolean
}): readonly ExportColumn[] => [
  ...exportColumns.filter(({ head }) => level === 'company' || head !== 'Branch'),
  ...(expected ? expectedColumns : []),
]

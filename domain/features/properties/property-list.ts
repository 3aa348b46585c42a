import { addressLine } from '../../common/address-line.ts'
import { type DateOnly, showDate } from '../../common/dates.ts'
import { toPounds } from '../../common/money.ts'
import { describeNextStep } from '../timeline/most-urgent-step.ts'
import { type Phase, phaseLabels } from '../timeline/phase.ts'
import type { NextStep } from '../timeline/timeline.schemas.ts'
import type { PropertyListRow } from './properties.model.ts'
import { setupWarningTexts } from './setup-warnings.ts'

/**
 * "Filter presets of the lists" ([domain](docs/design/domain.md)). "Sold" presets mean the phase Sold: neither exchanged nor completed.
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
  /** The sale contradicts itself (rows saved before the rule existed). */
  toTidy?: true
  /** Customer checks of a sale that has not exchanged are not ready. */
  checksOpen?: true
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
  checksOpen: { label: 'Checks open', criteria: { checksOpen: true } },
  toTidy: { label: 'To tidy', criteria: { toTidy: true } },
  archived: { label: 'Archived', criteria: { phases: ['withdrawn'] } },
  all: { label: 'All', criteria: {} },
} as const satisfies Record<string, Preset>

export type ListPreset = keyof typeof listPresets

export const listPresetNames = Object.keys(listPresets) as [ListPreset, ...ListPreset[]]

export const presetCriteria = (name: ListPreset): PresetCriteria => listPresets[name].criteria

/**
 * Columns of the properties list ([reports §2.1](docs/design/reports.md#2.1)), shared by screen and Properties.csv. Amounts are pounds,
 * dates DD/MM/YYYY.
 */

type Cell = string | number
/** `viewings` and `offers` are counts. */
export type ListExportRow = Pick<
  PropertyListRow,
  | 'address'
  | 'branch'
  | 'phase'
  | 'takeOn'
  | 'warnings'
  | 'setupWarnings'
  | 'bStaff'
  | 'negotiator'
  | 'expectedExchange'
  | 'expectedCompletion'
  | 'completionDate'
  | 'mortgageOfferExpires'
  | 'vendorLastUpdatedOn'
  | 'vendorSolicitor'
  | 'buyerSolicitor'
> & {
  chain: PropertyListRow['mi']['chain']
  viewings: number
  offers: number
  askingPrice: number | null
  usingApp: boolean
  noticeEnd: DateOnly | null
  nextStep: NextStep | null
}

export type ListColumn = {
  id: string
  head: string
  /** Not in the specification: shown where a view has it. */
  extra?: true
  /** Missing: on screen only. */
  cell?: (row: ListExportRow, today: DateOnly) => Cell
}

const chains: Record<ListExportRow['chain'], string> = {
  0: 'No chain',
  1: 'Completed chain',
  2: 'Incomplete chain',
  3: 'Unknown',
}

const date = (day: DateOnly | null): string => (day === null ? '' : showDate(day))

export const listColumns = [
  { id: 'picture', head: 'Picture' },
  { id: 'address', head: 'Property', cell: ({ address }) => addressLine(address) },
  { id: 'phase', head: 'Phase', cell: ({ phase }) => phaseLabels[phase] },
  { id: 'branch', head: 'Branch', cell: ({ branch }) => branch.name },
  { id: 'chain', head: 'Chain', cell: ({ chain }) => chains[chain] },
  { id: 'viewings', head: 'Viewings', cell: ({ viewings }) => viewings },
  { id: 'offers', head: 'Offers', cell: ({ offers }) => offers },
  { id: 'askingPrice', head: 'Asking price', cell: ({ askingPrice }) => (askingPrice === null ? '' : toPounds(askingPrice)) },
  { id: 'takeOn', head: 'Take on', cell: ({ takeOn }) => date(takeOn) },
  { id: 'usingApp', head: 'Using app', cell: ({ usingApp }) => (usingApp ? 'Yes' : 'No') },
  { id: 'notice', head: 'On notice', cell: ({ noticeEnd }) => date(noticeEnd) },
  { id: 'warnings', head: 'Warnings', cell: ({ warnings }) => warnings },
  {
    id: 'setup',
    head: 'Setup warnings',
    cell: ({ setupWarnings }) => setupWarnings.map((warning) => setupWarningTexts[warning]).join(' '),
  },
  { id: 'progressor', head: 'Sales progressor', extra: true, cell: ({ bStaff }) => bStaff?.name ?? '' },
  { id: 'negotiator', head: 'Negotiator', extra: true, cell: ({ negotiator }) => negotiator?.name ?? '' },
  { id: 'expectedExchange', head: 'Expected exchange', extra: true, cell: ({ expectedExchange }) => date(expectedExchange) },
  {
    id: 'expectedCompletion',
    head: 'Expected completion',
    extra: true,
    cell: ({ completionDate, expectedCompletion }) => date(completionDate ?? expectedCompletion),
  },
  {
    id: 'mortgageOfferExpires',
    head: 'Mortgage offer expires',
    extra: true,
    cell: ({ mortgageOfferExpires }) => date(mortgageOfferExpires),
  },
  {
    id: 'vendorLastUpdated',
    head: 'Vendor last told',
    extra: true,
    cell: ({ vendorLastUpdatedOn }) => date(vendorLastUpdatedOn),
  },
  { id: 'vendorSolicitor', head: "Vendor's solicitor", extra: true, cell: ({ vendorSolicitor }) => vendorSolicitor ?? '' },
  { id: 'buyerSolicitor', head: "Buyer's solicitor", extra: true, cell: ({ buyerSolicitor }) => buyerSolicitor ?? '' },
  { id: 'nextStep', head: 'Next step', extra: true, cell: ({ nextStep }, today) => describeNextStep(nextStep, today) },
] as const satisfies readonly ListColumn[]

export type ListColumnId = (typeof listColumns)[number]['id']

/** Columns on screen. Presets of overdue steps, and filters by progressor or expected exchange, add some. */
export function standardListColumns({
  withBranch,
  withStep,
  withExpected,
}: {
  withBranch: boolean
  withStep: boolean
  withExpected: boolean
}): readonly ListColumnId[] {
  const others = ['chain', 'viewings', 'offers', 'askingPrice', 'takeOn', 'usingApp', 'notice'] as const
  return [
    'picture',
    'address',
    ...(withStep ? (['nextStep', 'warnings'] as const) : []),
    ...(withExpected ? (['progressor', 'expectedExchange'] as const) : []),
    'phase',
    ...(withBranch ? (['branch'] as const) : []),
    ...others,
    ...(withStep ? [] : (['warnings'] as const)),
    'setup',
  ]
}

type ExportColumn = ListColumn & { cell: NonNullable<ListColumn['cell']> }
const isExported = (column: ListColumn): column is ExportColumn => column.cell !== undefined

/** Columns of Properties.csv: those of a view, else the specification's. "Branch (company level only)". */
export const listExportColumns = (ids: readonly string[] | undefined, level: 'company' | 'branch'): readonly ExportColumn[] =>
  ids === undefined
    ? (listColumns as readonly ListColumn[])
        .filter(({ id, extra }) => !extra && (level === 'company' || id !== 'branch'))
        .filter(isExported)
    : ids.flatMap((wanted) => (listColumns as readonly ListColumn[]).find(({ id }) => id === wanted) ?? []).filter(isExported)

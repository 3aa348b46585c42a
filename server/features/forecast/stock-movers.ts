import type { Metric } from '@gya/domain/features/dashboard/metrics.ts'
import type { EventKind } from '@gya/domain/features/events/event-kinds.ts'
import { type StepKey, stepDefinitions, stepKeys, type Track } from '@gya/domain/features/timeline/step-definitions.ts'
import { type SqlBool, sql } from 'kysely'

/** Entries that can move a property into a stock or out of it: kinds, and steps of `step-changed`. */
type Movers = { kinds: readonly EventKind[]; steps: readonly StepKey[] }

const stepsOf = (track: Track): StepKey[] => stepDefinitions.filter(({ type }) => type === track).map(({ key }) => key)

const phase: Movers = {
  kinds: [
    ...(['taken-on', 'withdrawn', 'reinstated', 'imported', 'import-undone', 'property-deleted', 'property-restored'] as const),
    ...(['offer-accepted', 'offer-pending', 'fall-off', 'fall-off-deleted', 'sale-restored'] as const),
  ],
  steps: [stepKeys.PropertyLaunched, stepKeys.SaleAgreed, stepKeys.Exchanged, stepKeys.Completed],
}

const and = (...parts: readonly Partial<Movers>[]): Movers => ({
  kinds: parts.flatMap(({ kinds = [] }) => kinds),
  steps: parts.flatMap(({ steps = [] }) => steps),
})

const chain = and(phase, { kinds: ['chain-saved', 'management-info-saved'] })
const contacts: readonly EventKind[] = [
  'contacts-saved',
  'contact-unassigned',
  'poc-unassigned',
  'contact-replaced',
  'contact-reassigned',
]
/** A property is overdue or delayed by its steps, and by the dates that shift them. */
const steps = (...tracks: readonly Track[]): Movers =>
  and({
    kinds: [
      'step-due-moved',
      'completion-date-set',
      'expected-exchange-set',
      'expected-completion-set',
      'fall-off',
      'sale-restored',
    ],
    steps: (tracks.length === 0 ? stepDefinitions.map(({ type }) => type) : tracks).flatMap(stepsOf),
  })

/** The entries that can move each stock; all others depend on the phase of the property alone. */
const moversOf: Partial<Record<Metric, Movers>> = {
  contractsExpiring: and(phase, { kinds: ['management-info-saved'] }),
  onNotice: and(phase, { kinds: ['notice-given', 'notice-withdrawn', 'management-info-saved'] }),
  proceedable: chain,
  feesProceedable: chain,
  notProceedable: chain,
  feesNotProceedable: chain,
  chainUnknown: chain,
  warningsPreForSale: and(phase, steps()),
  warningsForSale: and(phase, steps()),
  warningsSold: and(phase, steps()),
  warningsProceedable: and(chain, steps()),
  vendorSolicitor: and(phase, { kinds: contacts }),
  vendorBroker: and(phase, { kinds: contacts }),
  surveysAwaitingReports: steps('S'),
  surveysOverdue: steps('S'),
  legalWarnings: steps('L'),
  legalDelays: steps('L'),
  financialWarnings: steps('F'),
  financialDelays: steps('F'),
  movesWeek: and(phase, { kinds: ['completion-date-set', 'management-info-saved'] }),
  movesMonth: and(phase, { kinds: ['completion-date-set', 'management-info-saved'] }),
  delays: steps(),
}

/** Whether an entry `e` can move a stock. */
export function canMoveStock(metric: Metric) {
  const { kinds, steps: keys } = moversOf[metric] ?? phase
  return sql<SqlBool>`(e.kind = any(${[...kinds]}::text[])
    or (e.kind = 'step-changed' and (e.data ->> 'key')::int = any(${[...new Set(keys)]}::int[])))`
}

/** A property leaves a phase with the first entry of the day that can move it, and enters one with the last. */
export const dependsOnPhaseAlone = (metric: Metric): boolean => moversOf[metric] === undefined

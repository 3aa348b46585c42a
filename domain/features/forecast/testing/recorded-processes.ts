import type { Recording } from './recorded-sale.ts'
import type { Simulation } from './simulated-company.ts'

/** Companies by what they record, for the benchmark and the tests of the forecast. Decision 86. */
export type RecordedProcess = { name: string; simulation?: Partial<Simulation>; recording: Recording }

const recordedByHand: Recording = { missingShare: 0.12, lateShare: 0.3, missingInCareless: 0.35 }

export const recordedProcesses: readonly RecordedProcess[] = [
  { name: 'complete, punctual', recording: {} },
  { name: 'a third of entries late', recording: { lateShare: 0.33 } },
  { name: '20 % of steps never ticked', recording: { missingShare: 0.2 } },
  { name: 'one careless branch', recording: { missingInCareless: 0.4, lateShare: 0.15 } },
  ...(['starts and completions', 'completions', 'few completions', 'exchange'] as const).map((imported) => ({
    name: `import: ${imported}`,
    recording: { imported, missingShare: 0.05, lateShare: 0.15 },
  })),
  { name: 'import with falls', recording: { imported: 'completions', importedFalls: true, missingShare: 0.05, lateShare: 0.15 } },
  { name: 'import, cash without a column', recording: { imported: 'completions', cashUnknown: 'imported', lateShare: 0.15 } },
  { name: 'cash never marked', recording: { cashUnknown: 'all', lateShare: 0.15 } },
  { name: 'chains of two own sales', simulation: { complications: { partnerShare: 0.6 } }, recording: { lateShare: 0.15 } },
  {
    name: 'steps take a third longer from the scored year on',
    simulation: { regime: { from: 730, speed: 0.75 } },
    recording: { lateShare: 0.15 },
  },
  {
    name: 'whole process',
    simulation: { complications: { delayedShare: 0.1, surveyShare: 0.4, partnerShare: 0.2 }, regime: { from: 900, speed: 0.85 } },
    recording: recordedByHand,
  },
]

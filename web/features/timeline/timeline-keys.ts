import type { KeyEntry } from '../../lib/keys/find-key.ts'

/** The state that a key gives the step, `up-to`: completes it and all open steps before it, `choose`: the state in focus. */
type StepCommand = 'C' | 'IP' | 'B' | 'NA' | 'NS' | 'up-to' | 'choose'

/** Keys of a step whose state has the focus. */
export const timelineKeys: readonly KeyEntry<StepCommand>[] = [
  {
    command: 'up-to',
    keys: ['c'],
    shown: ['Shift', 'C'],
    does: 'Complete it and all open steps before it',
    shift: true,
    single: true,
  },
  { command: 'C', keys: ['c'], shown: ['C'], does: 'Step complete', single: true },
  { command: 'IP', keys: ['i'], shown: ['I'], does: 'Step in progress', single: true },
  { command: 'B', keys: ['b'], shown: ['B'], does: 'Step delayed', single: true },
  { command: 'NA', keys: ['n'], shown: ['N'], does: 'Step not applicable', single: true },
  { command: 'NS', keys: ['u'], shown: ['U'], does: 'Step not started', single: true },
  { command: 'NS', keys: ['Delete'], shown: ['Delete'], does: 'Step not started' },
  { command: 'choose', keys: ['Enter'], shown: ['Enter'], does: 'The state that has the focus' },
]

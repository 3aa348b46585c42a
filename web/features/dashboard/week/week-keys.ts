import type { WeekBy } from '@gya/domain/features/week/week.model.ts'
import type { KeyEntry } from '../../../lib/keys/find-key.ts'

export type WeekCommand = 'period' | 'earlier' | 'later' | 'print' | WeekBy

export const weekKeys: readonly KeyEntry<WeekCommand>[] = [
  { command: 'period', keys: ['p'], shown: ['P'], does: 'Choose the period', single: true },
  { command: 'earlier', keys: ['ArrowLeft'], shown: ['←'], does: 'Period before' },
  { command: 'later', keys: ['ArrowRight'], shown: ['→'], does: 'Period after' },
  { command: 'branch', keys: ['b'], shown: ['B'], does: 'By branch', single: true },
  { command: 'negotiator', keys: ['n'], shown: ['N'], does: 'By negotiator', single: true },
  { command: 'progressor', keys: ['r'], shown: ['R'], does: 'By progressor', single: true },
  { command: 'print', keys: ['p'], shown: ['Ctrl', 'P'], does: 'Print the week on one page', ctrl: true },
]

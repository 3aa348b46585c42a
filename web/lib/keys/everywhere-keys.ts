import type { KeyEntry } from './find-key.ts'

export type EverywhereCommand = 'palette' | 'keys' | 'quick-add' | 'go' | 'search' | 'undo' | 'redo'

/** Targets of `G` followed by a letter. */
export const goKeys: Readonly<Record<string, string>> = {
  t: '/today',
  r: '/company/report',
  p: '/company/properties',
  u: '/updates',
  w: '/branch/week',
  e: '/mail',
}

const go = (key: string, does: string): KeyEntry<EverywhereCommand> => ({
  command: 'go',
  after: 'g',
  keys: [key],
  shown: ['G', key.toUpperCase()],
  does,
  single: true,
})

/**
 * The keys of every screen. "`?` lists those of the screen and everywhere; `G T` Today, `G R` report, `G P` properties, `G U`
 * updates, `Q` quick add. All single keys only outside fields." [day §9](docs/design/day.md#9).
 */
export const everywhereKeys: readonly KeyEntry<EverywhereCommand>[] = [
  { command: 'palette', keys: ['k'], shown: ['Ctrl', 'K'], does: 'Search, or do anything', ctrl: true },
  { command: 'quick-add', keys: ['q'], shown: ['Q'], does: 'Quick add: a task, note, conversation or property', single: true },
  go('t', 'Go to Today'),
  go('r', 'Go to the workflow report'),
  go('p', 'Go to the properties'),
  go('u', 'Go to the vendor updates'),
  go('w', 'Go to the week'),
  go('e', 'Go to the e-mails to file'),
  { command: 'search', keys: ['/'], shown: ['/'], does: 'Search in the list', single: true },
  { command: 'undo', keys: ['z'], shown: ['Ctrl', 'Z'], does: 'Undo the last change', ctrl: true },
  {
    command: 'redo',
    keys: ['z'],
    shown: ['Ctrl', 'Shift', 'Z'],
    does: 'Make it again, where that is possible',
    ctrl: true,
    shift: true,
  },
  { command: 'keys', keys: ['?'], shown: ['?'], does: 'All keys', single: true },
]

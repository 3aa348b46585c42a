import { findKey, type KeyEntry, type Pressed } from '../../lib/keys/find-key.ts'

/** The commands of keys in the grid of the report. */
export type GridCommand =
  | 'move'
  | 'next-row'
  | 'previous-row'
  | 'complete'
  | 'in-progress'
  | 'delayed'
  | 'not-applicable'
  | 'not-started'
  | 'type-day'
  | 'edit'
  | 'panel'
  | 'open-property'
  | 'select'
  | 'extend'
  | 'select-all'
  | 'leave'

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** The keys of the grid. */
export const gridKeys: readonly KeyEntry<GridCommand>[] = [
  { command: 'move', keys: ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft'], shown: ['↓', '↑', '→', '←'], does: 'Next cell' },
  { command: 'move', keys: ['Home', 'End'], shown: ['Home', 'End'], does: 'First or last cell of the row' },
  { command: 'move', keys: ['PageDown', 'PageUp'], shown: ['Page Down', 'Page Up'], does: 'A screen down or up' },
  { command: 'move', keys: ['Home', 'End'], shown: ['Ctrl', 'Home', 'End'], does: 'First or last cell of the page', ctrl: true },
  { command: 'next-row', keys: ['j'], shown: ['J'], does: 'Next row', single: true },
  { command: 'previous-row', keys: ['k'], shown: ['K'], does: 'Row before', single: true },
  { command: 'complete', keys: ['c'], shown: ['C'], does: 'Step complete today', single: true },
  { command: 'in-progress', keys: ['i'], shown: ['I'], does: 'Step in progress', single: true },
  { command: 'delayed', keys: ['b'], shown: ['B'], does: 'Step delayed', single: true },
  { command: 'not-applicable', keys: ['n'], shown: ['N'], does: 'Step not applicable', single: true },
  { command: 'not-started', keys: ['u'], shown: ['U'], does: 'Step not started', single: true },
  { command: 'not-started', keys: ['Delete'], shown: ['Delete'], does: 'Step not started; no expected day' },
  { command: 'type-day', keys: digits, shown: ['0', '–', '9'], does: 'Type a day: 5/11, 5 nov', single: true },
  { command: 'edit', keys: ['Enter', 'F2'], shown: ['Enter', 'F2'], does: 'Edit the cell; T today, Y yesterday' },
  { command: 'panel', keys: [' '], shown: ['Space'], does: 'Property in the side panel' },
  { command: 'open-property', keys: ['Enter'], shown: ['Ctrl', 'Enter'], does: 'Open the property', ctrl: true },
  { command: 'select', keys: ['x'], shown: ['X'], does: 'Select the row', single: true },
  { command: 'select', keys: [' '], shown: ['Shift', 'Space'], does: 'Select the row', shift: true },
  { command: 'extend', keys: ['ArrowDown', 'ArrowUp'], shown: ['Shift', '↓', '↑'], does: 'Select further rows', shift: true },
  { command: 'select-all', keys: ['a'], shown: ['Ctrl', 'A'], does: 'Select all rows of the page', ctrl: true },
  { command: 'leave', keys: ['Escape'], shown: ['Escape'], does: 'Close the reason, clear the selection, close the panel' },
]

/** The command of a key press; null if the key does nothing here. */
export const gridCommandOf = (pressed: Pressed, singleKeys: boolean): GridCommand | null =>
  findKey(gridKeys, pressed, singleKeys)?.command ?? null

export const printKeys: readonly KeyEntry<'print'>[] = [
  { command: 'print', keys: ['p'], shown: ['Ctrl', 'P'], does: 'Print all rows of the filters', ctrl: true },
]

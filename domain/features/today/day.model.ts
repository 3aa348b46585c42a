/** Kinds of a person's acts. `undo`: the undoing of another act. */
export const dayKinds = [
  'call',
  'email',
  'letter',
  'step',
  'task',
  'update',
  'note',
  'offer',
  'takeOn',
  'fallOff',
  'restore',
  'viewing',
  'file',
  'snooze',
  'undo',
] as const
export type DayKind = (typeof dayKinds)[number]

/** What the chip counts: lines of what was done and stays done. */
export const countDone = (lines: readonly { kind: DayKind; undoneOn: string | null }[]): number =>
  lines.filter(({ kind, undoneOn }) => kind !== 'undo' && undoneOn === null).length

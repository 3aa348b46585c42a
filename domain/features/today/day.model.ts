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
  'viewing',
  'file',
  'snooze',
  'undo',
] as const
export type DayKind = (typeof dayKinds)[number]

/** A pending action about a sale, due now or later. Derived from the property, its conversations and tasks. */

export const actionItemKinds = [
  'step',
  'survey',
  'exchange',
  'callback',
  'proposal',
  'mail',
  'task',
  'silence',
  'expiry',
  'move',
  'news',
] as const
export type ActionItemKind = (typeof actionItemKinds)[number]

/** The groups of Today, in the order of the chips. Each item belongs to exactly one. */
export const actionItemGroups = [
  'overdue',
  'due',
  'promised',
  'mail',
  'proposals',
  'tasks',
  'silence',
  'expiring',
  'moves',
  'new',
] as const
export type ActionItemGroup = (typeof actionItemGroups)[number]

export const actionItemGroupLabels: Record<ActionItemGroup, string> = {
  overdue: 'Overdue',
  due: 'Due',
  promised: 'Promised',
  mail: 'Mail',
  proposals: 'Proposals',
  tasks: 'Tasks',
  silence: 'Silence',
  expiring: 'Expiring',
  moves: 'Moves',
  new: 'New',
}

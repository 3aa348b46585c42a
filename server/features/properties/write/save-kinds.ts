/** What a save of a property causes in other features. */
export const effectNames = ['vendor', 'gates', 'tasks', 'messages', 'forecast', 'links', 'sale-file'] as const
export type EffectName = (typeof effectNames)[number]

/** Why a property is saved, and the effects that run then. */
export const saveKinds = {
  /** A person or key changes it, takes it on or accepts what a party proposes. */
  work: effectNames,
  /** Items that were done before the undone change are done again. */
  undo: effectNames,
  /** Vendors are not told and messages are not sent about what happened before the import. */
  import: ['forecast', 'links', 'sale-file'],
  'import-undo': ['forecast', 'links', 'sale-file'],
  'hand-over': ['forecast', 'links'],
  /** A contact of the company is replaced, merged, deleted or restored. */
  contact: ['forecast', 'links'],
  /** A person is erased, or a sale aged beyond its retention. */
  erasure: ['links'],
  deletion: ['messages', 'links', 'sale-file'],
  restore: ['links', 'sale-file'],
} as const satisfies Record<string, readonly EffectName[]>
export type SaveKind = keyof typeof saveKinds

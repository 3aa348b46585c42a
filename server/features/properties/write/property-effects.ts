import { randomUUID } from 'node:crypto'
import { type DateOnly, londonInstant } from '@gya/domain/common/dates.ts'
import type { Db } from '../../../db/pool.ts'
import type { NewEvent } from '../../events/events.repository.ts'
import type { LoadedProperty } from '../read/load-property.ts'
import { type EffectName, effectNames, type SaveKind, saveKinds } from './save-kinds.ts'

/** A saved change of a property: the property before (null: it was created or restored) and as saved, the events, and who changed it. */
export type PropertyChanged = {
  before: LoadedProperty | null
  /** As it was, if it was deleted. */
  property: LoadedProperty
  isDeleted: boolean
  userId: string | null
  events: readonly NewEvent[]
  db: Db
  now: string
  today: string
  newId(): string
}

/** Runs in the transaction of a save, with all its changes, so that a save of many properties takes no more statements than one. */
export type Effect = (changes: readonly PropertyChanged[]) => Promise<void>

const effects = new Map<EffectName, Effect>()

/** Called by `registerEffects` for each name. */
export function registerEffect(name: EffectName, effect: Effect): void {
  effects.set(name, effect)
}

export async function runEffects(kind: SaveKind, changes: readonly PropertyChanged[]): Promise<void> {
  const names: readonly EffectName[] = saveKinds[kind]
  for (const name of effectNames) if (names.includes(name)) await runEffect(name, changes)
}

async function runEffect(name: EffectName, changes: readonly PropertyChanged[]): Promise<void> {
  const effect = effects.get(name)
  if (!effect) throw new Error(`The effect ${name} is not registered.`)
  await effect(changes)
}

/** What the effect `sale-file` writes, of properties that are derived again without a save. */
export const deriveCustomers = (
  properties: readonly LoadedProperty[],
  { db, today }: { db: Db; today: DateOnly },
): Promise<void> =>
  runEffect(
    'sale-file',
    properties.map((property) => ({
      before: property,
      property,
      isDeleted: false,
      userId: null,
      events: [],
      db,
      now: londonInstant(today, '00:00'),
      today,
      newId: randomUUID,
    })),
  )

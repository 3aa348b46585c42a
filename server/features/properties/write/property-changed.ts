import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/pool.ts'
import type { NewEvent } from '../../events/events.repository.ts'
import type { LoadedProperty } from '../read/load-property.ts'

/** A saved change of a property: the property before (null: it was created) and as saved, the events, and who changed it. */
export type PropertyChanged = {
  before: LoadedProperty | null
  property: LoadedProperty
  userId: string
  events: readonly NewEvent[]
  db: Db
  now: string
  today: string
  newId(): string
}

/** Runs in the transaction of the changes. */
type Listener = (changes: readonly PropertyChanged[]) => Promise<void>

const listenersByApp = new WeakMap<FastifyInstance['gya'], Listener[]>()

/** Subscribes to every change saved by `changeProperty`. A save of many properties calls the listener for each of them. */
export function onPropertyChanged(app: FastifyInstance, listener: (change: PropertyChanged) => Promise<void>): void {
  onPropertiesChanged(app, async (changes) => {
    for (const change of changes) await listener(change)
  })
}

/** The same with all changes of a save at once, so that a save of many properties takes no more statements than one. */
export function onPropertiesChanged({ gya }: FastifyInstance, listener: Listener): void {
  listenersByApp.set(gya, [...(listenersByApp.get(gya) ?? []), listener])
}

export async function notifyListeners({ gya }: FastifyInstance, changes: readonly PropertyChanged[]): Promise<void> {
  for (const listener of listenersByApp.get(gya) ?? []) await listener(changes)
}

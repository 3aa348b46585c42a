import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/pool.ts'
import type { NewEvent } from '../../events/events.repository.ts'
import type { LoadedProperty } from '../read/property.read-model.ts'

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

/** Runs in the transaction of the change. */
type Listener = (change: PropertyChanged) => Promise<void>

const listenersByApp = new WeakMap<FastifyInstance['gya'], Listener[]>()

/** Subscribes to every change saved by `changeProperty`. */
export function onPropertyChanged({ gya }: FastifyInstance, listener: Listener): void {
  listenersByApp.set(gya, [...(listenersByApp.get(gya) ?? []), listener])
}

export async function notifyListeners({ gya }: FastifyInstance, change: PropertyChanged): Promise<void> {
  for (const listener of listenersByApp.get(gya) ?? []) await listener(change)
}

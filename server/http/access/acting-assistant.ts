import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from './caller.ts'

const assistants = new AsyncLocalStorage<Caller>()

/** The assistant for which this async context makes a call; `undefined` for requests of clients. */
export const actingAssistant = (): Caller | undefined => assistants.getStore()

/** Calls made by `work` are those of the assistant, checked like any other. `work` is async, because `inject` starts when it is awaited. */
export const actAs = <T>(assistant: Caller, work: () => Promise<T>): Promise<T> => assistants.run(assistant, work)

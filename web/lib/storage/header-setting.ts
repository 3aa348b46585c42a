import { useSyncExternalStore } from 'react'
import { readSetting } from './use-local-storage.ts'

const key = 'gya.wholeHeader'
const listeners = new Set<() => void>()
const isOpen = (): boolean => readSetting(localStorage.getItem(key), false)

/** Whether the header of a property is open below its line: a setting of the user in this browser, toggled by page and palette. */
export const headerSetting = {
  toggle: (): void => {
    localStorage.setItem(key, JSON.stringify(!isOpen()))
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export const useHeaderSetting = (): boolean => useSyncExternalStore(headerSetting.subscribe, isOpen)

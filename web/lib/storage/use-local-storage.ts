import { useState } from 'react'

/** State stored in localStorage under `gya.<name>`. Unreadable values are ignored. */
export function useLocalStorage<Value extends string | number | boolean>(
  name: string,
  initial: Value,
): [Value, (value: Value) => void] {
  const key = `gya.${name}`
  const [value, setValue] = useState<Value>(() => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
      return typeof stored === typeof initial ? (stored as Value) : initial
    } catch {
      return initial
    }
  })
  const store = (next: Value) => {
    localStorage.setItem(key, JSON.stringify(next))
    setValue(next)
  }
  return [value, store]
}

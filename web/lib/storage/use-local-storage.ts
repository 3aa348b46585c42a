import { useState } from 'react'

/** State stored in localStorage under `gya.<name>`. Unreadable values are ignored. */
export function useLocalStorage<Value extends string | number | boolean>(
  name: string,
  initial: Value,
): [Value, (value: Value) => void] {
  const key = `gya.${name}`
  const [value, setValue] = useState<Value>(() => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
      return typeof kept === typeof initial ? (kept as Value) : initial
    } catch {
      return initial
    }
  })
  const keep = (next: Value) => {
    localStorage.setItem(key, JSON.stringify(next))
    setValue(next)
  }
  return [value, keep]
}

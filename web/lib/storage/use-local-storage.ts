import { useState } from 'react'

/** The value of a setting from its stored text; `initial` if there is none, or it is unreadable. */
export function readSetting<Value extends string | number | boolean>(text: string | null, initial: Value): Value {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    return typeof stored === typeof initial ? (stored as Value) : initial
  } catch {
    return initial
  }
}

/** State stored in localStorage under `gya.<name>`. Unreadable values are ignored. */
export function useLocalStorage<Value extends string | number | boolean>(
  name: string,
  initial: Value,
): [Value, (value: Value) => void] {
  const key = `gya.${name}`
  const [value, setValue] = useState<Value>(() => readSetting(localStorage.getItem(key), initial))
  const store = (next: Value) => {
    localStorage.setItem(key, JSON.stringify(next))
    setValue(next)
  }
  return [value, store]
}

import { useEffect, useRef, useState } from 'react'
import { onSessionEnd } from '../session/session-end.ts'
import { saveDraft, takeDraft } from './drafts.ts'

/**
 * State of a form that does not use `useSaveForm`. If the session expires, differences from `first` are restored when the form of this name
 * is next opened in the tab by the same user.
 */
export function useKeptState<Value extends object>(name: string, first: Value): [Value, (value: Value) => void] {
  const [begun] = useState(first)
  const [value, setValue] = useState<Value>(() => ({ ...begun, ...takeDraft<Value>(name) }))
  const latest = useRef(value)
  latest.current = value
  useEffect(
    () => onSessionEnd(() => JSON.stringify(latest.current) !== JSON.stringify(begun) && saveDraft(name, latest.current)),
    [name, begun],
  )
  return [value, setValue]
}

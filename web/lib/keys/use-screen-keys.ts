import { useEffect, useRef } from 'react'
import { useMe } from '../session/session.tsx'
import { findKey, isTyping, type KeyEntry, type Pressed, pressedOf } from './find-key.ts'
import { isModal } from './use-everywhere-keys.ts'

/**
 * The keys of a screen, outside menus and dialogs; those without Ctrl also outside fields. `isTaken`: whether the focused element has a use
 * of its own for the key. `toPressed`: how a key press is read.
 */
export function useScreenKeys<Command extends string>(
  keys: readonly KeyEntry<Command>[],
  run: Record<Command, (pressed: Pressed) => void>,
  isTaken: (event: KeyboardEvent) => boolean = () => false,
  toPressed: (event: KeyboardEvent) => Pressed = pressedOf,
): void {
  const { singleKeys } = useMe()
  const latest = useRef({ run, isTaken })
  useEffect(() => {
    latest.current = { run, isTaken }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isModal(event.target)) return
      const pressed = toPressed(event)
      const key = findKey(keys, pressed, singleKeys)
      if (!key || (!key.ctrl && isTyping(event.target)) || latest.current.isTaken(event)) return
      event.preventDefault()
      latest.current.run[key.command](pressed)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [keys, singleKeys, toPressed])
}

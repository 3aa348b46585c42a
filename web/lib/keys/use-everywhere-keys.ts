import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useMe } from '../session/session.tsx'
import { type EverywhereCommand, everywhereKeys, goKeys } from './everywhere-keys.ts'
import { findKey, isTyping, pressedOf } from './find-key.ts'
import { shellCommands } from './shell-commands.ts'
import { typedAhead } from './typed-ahead.ts'

/** Milliseconds in which the second key of a sequence must follow. */
const sequenceMilliseconds = 1500

/** Undo and redo belong to the focused field; the palette opens from anywhere. */
const worksInFields: readonly EverywhereCommand[] = ['palette']

/**
 * The keys of every screen. Handled in the capture phase, so that the second key of a sequence does not reach the list: `G` `T` must not
 * add a task. `goTo` opens a screen and returns false if the user has no such screen.
 */
export function useEverywhereKeys(goTo: (path: string) => boolean): void {
  const { singleKeys } = useMe()
  const queries = useQueryClient()
  const latest = useRef({ singleKeys, goTo })
  latest.current = { singleKeys, goTo }
  useEffect(() => {
    const listening = new AbortController()
    let first: { key: string; at: number } | null = null
    const perform = (command: EverywhereCommand, key: string): boolean => {
      if (command === 'palette' || command === 'keys' || command === 'quick-add') shellCommands.run(command)
      else if (command === 'go') return latest.current.goTo(goKeys[key] ?? '')
      // Ctrl Z and Ctrl Shift Z. The calls are loaded on first use.
      else if (command === 'undo') void import('../undo/undo-last.ts').then(({ undoLast }) => undoLast(queries))
      else if (command === 'redo') void import('../undo/undo-last.ts').then(({ redoLast }) => redoLast(queries))
      // `/` is handled by the list: its search field listens.
      else return false
      return true
    }
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.defaultPrevented || event.isComposing) return
        if (typedAhead.isOpen() && bufferForDialog(event)) return
        if (event.repeat) return
        const pressed = pressedOf(event)
        const after = first !== null && event.timeStamp - first.at < sequenceMilliseconds ? first.key : undefined
        first = null
        const { singleKeys } = latest.current
        const entry =
          (after && findKey(everywhereKeys, pressed, singleKeys, after)) || findKey(everywhereKeys, pressed, singleKeys)
        const isFree = !isTyping(event.target)
        if (!entry) {
          const begins = everywhereKeys.some((one) => one.after === event.key.toLowerCase())
          const isPlain = !pressed.ctrl && !pressed.alt && !pressed.shift
          if (begins && isPlain && singleKeys && isFree && !isModal(event.target))
            first = { key: event.key.toLowerCase(), at: event.timeStamp }
          return
        }
        if (!isFree && !worksInFields.includes(entry.command)) return
        if (entry.single && isModal(event.target)) return
        if (!perform(entry.command, event.key.toLowerCase())) return
        event.preventDefault()
        event.stopPropagation()
      },
      { signal: listening.signal, capture: true },
    )
    return () => listening.abort()
  }, [queries])
}

export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/** While the dialog's module is loading, buffers keys as the input of its first field; or discards them. Escape cancels. */
function bufferForDialog(event: KeyboardEvent): boolean {
  const isForField = typedAhead.isDiscarding() && isTyping(event.target)
  if (isDialogOpen() || event.key === 'Escape' || isForField) {
    typedAhead.end()
    return false
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  typedAhead.add(event.key)
  event.preventDefault()
  event.stopPropagation()
  return true
}

/** A dialog or menu over the page has its own keys. */
export const isModal = (target: EventTarget | null): boolean =>
  isDialogOpen() || (target instanceof Element && target.closest('.pop, [role="menu"]') !== null)

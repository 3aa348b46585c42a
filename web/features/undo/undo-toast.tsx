import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { undoRest, undoShown } from '../../lib/undo/undo-last.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { moveOffControls } from './free-shift.ts'

/** "A toast of 10 s says what happened and what started, with Undo" ([day §3](docs/design/day.md#3)). */
const toastMilliseconds = 10_000

const icons = { done: IconCircleCheck, news: IconInfoCircle, refused: IconAlertCircle }

/** The dialog in front. All outside of it is inert, so that a message there could not be clicked. */
function useFrontDialog(): Element | null {
  const [front, setFront] = useState<Element | null>(null)
  useEffect(() => {
    const find = () => setFront([...document.querySelectorAll('dialog.dialog[open]')].at(-1) ?? null)
    find()
    const opening = new MutationObserver(find)
    opening.observe(document.body, { subtree: true, attributeFilter: ['open'] })
    const leaving = new MutationObserver(find)
    leaving.observe(document.body, { childList: true })
    return () => {
      opening.disconnect()
      leaving.disconnect()
    }
  }, [])
  return front
}

/** Hides the message after ten seconds, but not while it has the pointer or the focus, or while a palette hides it. Undefined: it stays. */
function useDismissal(id: number | undefined) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (id === undefined || held) return
    const timer = setInterval(() => {
      if (!document.querySelector('dialog[open]:not(.dialog)')) undoStack.dismiss(id)
    }, toastMilliseconds)
    return () => clearInterval(timer)
  }, [id, held])
  return {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
}

/** "Toasts never cover a control": when it appears, and after the page below it was scrolled or has changed its size. */
function useMoveOffControls(layer: RefObject<HTMLDivElement | null>, id: number | undefined, front: Element | null): void {
  useEffect(() => {
    if (id === undefined) return
    const move = () => layer.current && moveOffControls(layer.current)
    let frame = 0
    // The page has then been drawn with what appeared or changed.
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(move)
      })
    }
    later()
    const listening = new AbortController()
    document.addEventListener('scrollend', later, { signal: listening.signal, capture: true })
    window.addEventListener('resize', later, { signal: listening.signal })
    // What appears later, as other columns in a narrower window, changes the height of the content.
    const content = front ?? document.querySelector('main')
    const watch = new ResizeObserver(later)
    if (content) watch.observe(content)
    return () => {
      watch.disconnect()
      cancelAnimationFrame(frame)
      listening.abort()
    }
  }, [layer, id, front])
}

/** Shows what was saved, with Undo. Rendered once in the app. */
export default function UndoToast() {
  const queries = useQueryClient()
  const { message, undo } = useSyncExternalStore(undoStack.subscribe, undoStack.get)
  const layer = useRef<HTMLDivElement>(null)
  const holding = useDismissal(message?.tone === 'refused' ? undefined : message?.id)
  // The live regions must be in the page before their first text, or it is not announced.
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const front = useFrontDialog()
  // In another place it is another element, which is not shown yet. A dialog that closes with the message has left the page already.
  useEffect(() => {
    if (message && layer.current?.isConnected) layer.current.showPopover?.()
    else if (layer.current?.matches(':popover-open')) layer.current.hidePopover()
  }, [message, front])
  useMoveOffControls(layer, ready ? message?.id : undefined, front)
  const shown = ready ? message : null
  const refused = shown?.tone === 'refused'
  const change = shown?.of
  const canUndo = change !== undefined && undo.includes(change)
  const toast = shown && (
    <div className={classNames('toast', shown.tone)} {...holding}>
      <Icon of={icons[shown.tone]} size={18} />
      <span>{shown.text}</span>
      {canUndo && change.action && (
        <Button size="s" variant="quiet" onClick={change.action.onSelect}>
          {change.action.label}
          {change.action.key && (
            <>
              {' '}
              <span className="kbd" aria-hidden="true">
                {change.action.key}
              </span>
            </>
          )}
        </Button>
      )}
      {canUndo && (
        <Button size="s" variant="quiet" onClick={() => void undoShown(change, queries)}>
          Undo{' '}
          <span className="kbd" aria-hidden="true">
            Ctrl Z
          </span>
        </Button>
      )}
      {shown.rest && (
        <Button size="s" variant="quiet" onClick={() => shown.rest && void undoRest(shown.rest, queries)}>
          Undo the rest
        </Button>
      )}
      {shown.retry && (
        <Button
          size="s"
          variant="quiet"
          onClick={() => {
            undoStack.dismiss(shown.id)
            shown.retry?.()
          }}
        >
          Try again
        </Button>
      )}
      {!canUndo && <IconButton size="s" variant="quiet" icon={IconX} label="Close" onClick={() => undoStack.dismiss(shown.id)} />}
    </div>
  )
  const toasts = (
    <div ref={layer} className="toasts" popover="manual">
      <div role="status">{!refused && toast}</div>
      <div role="alert">{refused && toast}</div>
    </div>
  )
  return front ? createPortal(toasts, front) : toasts
}

import { type RefObject, useEffect, useRef } from 'react'
import { cellOf, findCell, focusCell } from '../../ui/table/grid-focus.ts'

type Held = { cell: HTMLElement } | KeyboardEvent

const isKey = (held: Held): held is KeyboardEvent => held instanceof KeyboardEvent
const isText = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key.length === 1 && !ctrlKey && !metaKey

/** Whether a key may be a command of the grid (report-keys.ts) other than moving the focus. */
const isCommand = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, singleKeys: boolean): boolean => {
  if (ctrlKey || metaKey) return /^[az]$/i.test(key) || key === 'Enter'
  if (/^Arrow(Down|Up)$/.test(key)) return shiftKey
  return /^(Enter|F2|Delete| )$/.test(key) || (singleKeys && key.length === 1)
}

/** Keys that a link, button or box in a cell handles itself. */
const isOwnKey = (key: string, target: Element): boolean =>
  key === 'Enter' ? target.matches('a, button, input') : key === ' ' && target.matches('button, input')

/**
 * Type-ahead buffer of the grid: buffers keys and clicks in its cells until the module that edits them is loaded, then replays them in
 * order, so that no typed character is lost: a digit opens the editor, and the digits after it are typed into the editor. While the buffer
 * is empty, navigation keys are not buffered, because they work without that module.
 */
export function createGridTypeAhead(frame: () => HTMLElement | null, singleKeys: () => boolean) {
  const held: Held[] = []
  let start: { row: string; column: string } | null = null
  let focusedBeforePress: Element | null = null
  let isReady = false
  let isReplaying = false
  /** The focused element when the replay began, if it was not a cell. */
  let elsewhere: Element | null = null
  const isHolding = () => !isReady || isReplaying || held.length > 0

  const hold = (event: Event, cell: HTMLElement, one: Held): void => {
    const row = cell.closest<HTMLElement>('tr')?.dataset['row']
    if (held.length === 0 && !isReplaying) start = { row: row ?? '', column: cell.dataset['col'] ?? '' }
    held.push(one)
    event.preventDefault()
    event.stopPropagation()
  }
  const cellHere = (target: EventTarget | null): HTMLElement | null => {
    const cell = cellOf(target)
    return cell?.closest('tr[data-row]') && frame()?.contains(cell) ? cell : null
  }
  const onKey = (event: KeyboardEvent): void => {
    const cell = cellHere(event.target)
    if (!cell || !event.isTrusted || !isHolding() || event.altKey || event.isComposing) return
    const { key } = event
    const command = isCommand(event, singleKeys())
    const isFirst = held.length === 0 && !isReplaying
    if (isFirst && (!command || isOwnKey(key, event.target as Element))) return
    // Reload, copy and similar keys are left to the browser.
    if ((event.ctrlKey || event.metaKey) && !command) return
    if (/^(Shift|Control|Meta|CapsLock|F5)$/.test(key)) return
    hold(event, cell, event)
  }
  const onPress = ({ isTrusted }: PointerEvent): void => {
    if (isTrusted) focusedBeforePress = document.activeElement
  }
  /** A click on the focused cell opens its editor. */
  const onClick = (event: MouseEvent): void => {
    const cell = cellHere(event.target)
    if (cell && event.isTrusted && isHolding() && cell === focusedBeforePress) hold(event, cell, { cell })
  }

  return {
    listen: (signal: AbortSignal): void => {
      const options = { capture: true, signal }
      document.addEventListener('keydown', onKey, options)
      document.addEventListener('pointerdown', onPress, options)
      document.addEventListener('click', onClick, options)
    },
    /**
     * Called when the keys of the grid are attached, and again after each replayed key was rendered, with effects, as long as it returns
     * true: the editor that one key opened receives the next.
     */
    performNext: (): boolean => {
      isReady = true
      if (held.length > 0 && !isReplaying) {
        isReplaying = true
        const box = frame()
        elsewhere = box?.contains(document.activeElement) ? null : document.activeElement
        if (elsewhere && box && start) focusCell(findCell(box, start.row, start.column))
      }
      const next = held.shift()
      if (next) perform(next)
      else if (isReplaying) {
        isReplaying = false
        if (elsewhere instanceof HTMLElement) elsewhere.focus()
      }
      return isReplaying
    },
  }
}

function perform(held: Held): void {
  if (!isKey(held)) {
    held.cell.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    held.cell.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    return
  }
  const target = document.activeElement ?? document.body
  const { key, code, ctrlKey, metaKey, shiftKey } = held
  const again = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true })
  if (!target.dispatchEvent(again)) return
  // The browser's default action for a key that nobody handled.
  if (target.matches('.cell-input')) {
    if (isText(held)) document.execCommand('insertText', false, key)
    else if (key === 'Backspace') document.execCommand('delete')
  } else if (target instanceof HTMLElement && isOwnKey(key, target)) target.click()
}

/** The type-ahead buffer of a grid, while the grid is mounted. */
export function useGridTypeAhead(frame: RefObject<HTMLElement | null>, isOn: boolean, singleKeys: boolean) {
  const latest = useRef(singleKeys)
  latest.current = singleKeys
  const input = useRef<ReturnType<typeof createGridTypeAhead>>(null)
  input.current ??= createGridTypeAhead(
    () => frame.current,
    () => latest.current,
  )
  useEffect(() => {
    if (!isOn) return
    const listening = new AbortController()
    input.current?.listen(listening.signal)
    return () => listening.abort()
  }, [isOn])
  return input.current
}

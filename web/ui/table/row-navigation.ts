import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'

/**
 * Keyboard navigation of rows with a roving tabindex: one row is in the tab order; arrows move between rows and within a row;
 * PageUp and PageDown move by the visible rows; Home and End go to the ends. "Roving focus in grids, no
 * `aria-activedescendant`" ([meeting points](docs/design/meeting-points.md)).
 */
const focusable = 'a[href], button, input, select, textarea, [tabindex]'
/** The link or button that opens a row. */
const rowLink = '[data-row-link], .adr a'
const row = 'tbody > tr, .pcards > li'

const rowsIn = (frame: ParentNode): HTMLElement[] =>
  [...frame.querySelectorAll<HTMLElement>(row)].filter((one) => one.querySelector(rowLink))

const stopsIn = (line: HTMLElement): HTMLElement[] =>
  [...line.querySelectorAll<HTMLElement>(focusable)].filter((stop) => !stop.closest('.pop, dialog, [popover]'))

/** Puts one row into the tab order and removes the others. */
function makeCurrent(frame: ParentNode, current: HTMLElement | undefined): void {
  for (const line of rowsIn(frame)) for (const stop of stopsIn(line)) stop.tabIndex = line === current ? 0 : -1
}

const linkOf = (line: HTMLElement | undefined): HTMLElement | null => line?.querySelector<HTMLElement>(rowLink) ?? null

/** Focuses the first row, or the frame while there are no rows. */
export const focusFirstRow = (frame: HTMLElement | null): void => (linkOf(frame ? rowsIn(frame)[0] : undefined) ?? frame)?.focus()

/** Keeps one row in the tab order: the focused one, the last focused one, or the first. Runs on every render, as rows change. */
export function useRovingTabIndex(frame: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = frame.current
    if (!box) return
    const lines = rowsIn(box)
    const last = lines.find((line) => line.contains(document.activeElement)) ?? lines.find((line) => linkOf(line)?.tabIndex === 0)
    makeCurrent(box, last ?? lines[0])
  })
  useLayoutEffect(() => {
    const box = frame.current
    if (!box) return
    const listening = new AbortController()
    const { signal } = listening
    // An attribute instead of `:has(:focus-visible)`: see table.css.
    const unmark = () => box.querySelector('[data-focused]')?.removeAttribute('data-focused')
    const follow = ({ target }: FocusEvent) => {
      const line = target instanceof Element ? target.closest<HTMLElement>(row) : null
      if (!line) return
      makeCurrent(box, line)
      if ((target as Element).matches(':focus-visible')) line.setAttribute('data-focused', '')
    }
    box.addEventListener('focusin', follow, { signal })
    box.addEventListener('focusout', unmark, { signal })
    return () => listening.abort()
  }, [frame])
}

/** The row that a key moves to. `here`: focused row or -1; `far`: number of visible rows. */
export function nextRow(key: string, here: number, count: number, far: number): number | undefined {
  const last = count - 1
  const to = {
    ArrowDown: here + 1,
    ArrowUp: here - 1,
    PageDown: Math.min(here + far, last),
    PageUp: Math.max(here - far, 0),
    Home: 0,
    End: last,
  }[key]
  if (to === undefined || to < 0 || to > last || (here < 0 && key !== 'ArrowDown')) return undefined
  return to
}

const isTyping = (target: HTMLElement): boolean =>
  /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.getAttribute('role') === 'combobox'

export function onRowKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement
  if (event.altKey || event.metaKey || event.shiftKey || isTyping(target) || target.closest('.pop, dialog, [popover], thead'))
    return
  const frame = event.currentTarget
  const lines = rowsIn(frame)
  const line = target.closest<HTMLElement>(row)
  const here = line ? lines.indexOf(line) : -1
  const height = lines[Math.max(here, 0)]?.offsetHeight || 1
  const far = Math.max(1, Math.floor(Math.min(frame.clientHeight, window.innerHeight) / height) - 1)
  const to = event.ctrlKey && !['Home', 'End'].includes(event.key) ? undefined : nextRow(event.key, here, lines.length, far)
  const next = to === undefined ? besideIn(line, target, event) : linkOf(lines[to])
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The next link or button to the left or right in the same row. */
function besideIn(line: HTMLElement | null, target: HTMLElement, { key, ctrlKey }: KeyboardEvent): HTMLElement | undefined {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (!line || step === undefined || ctrlKey) return undefined
  const stops = stopsIn(line)
  return stops[stops.indexOf(target) + step]
}

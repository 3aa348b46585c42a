import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Focus of a table with `role="grid"`: one tab stop, arrows move between cells ("Roving focus in grids, no `aria-activedescendant`",
 * [meeting points](docs/design/meeting-points.md)). In a cell with a link, button or field, that element gets the focus. `data-col` names
 * the column of a cell and `data-row` the row, so that the focus survives reordering of the rows.
 */
export type CellPosition = {
  /** 0 is the row of column heads. */
  line: number
  column: number
}

/** The cell that a key moves to. `far`: number of visible rows. */
export function nextCell(
  key: string,
  ctrl: boolean,
  at: CellPosition,
  grid: { lines: number; columns: number; far: number },
): CellPosition | undefined {
  const [lastLine, lastColumn] = [grid.lines - 1, grid.columns - 1]
  if (ctrl) return { Home: { line: Math.min(1, lastLine), column: 0 }, End: { line: lastLine, column: lastColumn } }[key]
  const to = {
    ArrowDown: { ...at, line: at.line + 1 },
    ArrowUp: { ...at, line: at.line - 1 },
    ArrowRight: { ...at, column: at.column + 1 },
    ArrowLeft: { ...at, column: at.column - 1 },
    Home: { ...at, column: 0 },
    End: { ...at, column: lastColumn },
    PageDown: { ...at, line: Math.min(at.line + grid.far, lastLine) },
    PageUp: { ...at, line: Math.max(at.line - grid.far, Math.min(1, at.line)) },
  }[key]
  if (!to || to.line < 0 || to.line > lastLine || to.column < 0 || to.column > lastColumn) return undefined
  return to
}

const linesOf = (frame: ParentNode): HTMLTableRowElement[] => [
  ...frame.querySelectorAll<HTMLTableRowElement>('thead tr:last-child, tbody tr[data-row]'),
]

/** The element that takes the focus in a cell, except an editor that is about to close. */
const targetOf = (cell: HTMLElement): HTMLElement =>
  cell.querySelector<HTMLElement>('a[href], button, input:not(.cell-input)') ?? cell

export const cellOf = (target: EventTarget | null): HTMLTableCellElement | null =>
  target instanceof Element ? target.closest<HTMLTableCellElement>('td, th') : null

const positionOf = (lines: readonly HTMLTableRowElement[], cell: HTMLTableCellElement): CellPosition => ({
  line: lines.indexOf(cell.parentElement as HTMLTableRowElement),
  column: cell.cellIndex,
})

const cellAt = (lines: readonly HTMLTableRowElement[], { line, column }: CellPosition): HTMLElement | undefined =>
  lines[line]?.cells[column]

export const findCell = (frame: ParentNode, row: string, column: string): HTMLElement | null =>
  frame.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(row)}"] > [data-col="${CSS.escape(column)}"]`)

export function focusCell(cell: HTMLElement | null | undefined): void {
  if (!cell) return
  targetOf(cell).focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Moves the focus as a key would; returns false for other keys and at the edge. */
export function moveFocus(frame: HTMLElement, key: string, ctrl = false): boolean {
  const cell = cellOf(document.activeElement)
  const lines = linesOf(frame)
  const first = lines[1]
  if (!cell || !frame.contains(cell) || !first) return false
  const height = first.offsetHeight || 1
  const far = Math.max(1, Math.floor(Math.min(frame.clientHeight, window.innerHeight) / height) - 3)
  const to = nextCell(key, ctrl, positionOf(lines, cell), { lines: lines.length, columns: first.cells.length, far })
  if (!to) return false
  focusCell(cellAt(lines, to))
  return true
}

/**
 * Keeps one cell in the tab order: the last focused one, otherwise the row header of the first row. Runs on every render, because rows
 * change.
 */
export function useGridFocus(frame: RefObject<HTMLElement | null>): void {
  const current = useRef<{ target: HTMLElement; line: number; row: string | undefined; column: string | undefined } | null>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    const box = frame.current
    if (!box) return
    for (const button of box.querySelectorAll<HTMLElement>('thead button, thead input'))
      if (button !== current.current?.target) button.tabIndex = -1
    const last = current.current
    if (last?.target.isConnected) return
    const lines = linesOf(box)
    const again =
      last?.row === undefined || last.column === undefined
        ? null
        : (findCell(box, last.row, last.column) ??
          lines[Math.min(last.line, lines.length - 1)]?.querySelector<HTMLElement>(`[data-col="${CSS.escape(last.column)}"]`))
    const cell = again ?? lines[1]?.querySelector<HTMLElement>('th')
    if (!cell) return
    const target = targetOf(cell)
    target.tabIndex = 0
    current.current = { target, ...placeOf(lines, cell) }
    // The focused cell was removed.
    if (hasFocus.current && document.activeElement === document.body) focusCell(cell)
  })
  useLayoutEffect(() => {
    const box = frame.current
    if (!box) return
    const listening = new AbortController()
    const { signal } = listening
    box.addEventListener(
      'focusin',
      ({ target }) => {
        const cell = cellOf(target)
        if (!cell || !(target instanceof HTMLElement) || !box.querySelector('table')?.contains(cell)) return
        hasFocus.current = true
        if (current.current && current.current.target !== target) current.current.target.tabIndex = -1
        target.tabIndex = 0
        current.current = { target, ...placeOf(linesOf(box), cell) }
      },
      { signal },
    )
    box.addEventListener('focusout', ({ relatedTarget }) => (hasFocus.current = box.contains(relatedTarget as Node | null)), {
      signal,
    })
    return () => listening.abort()
  }, [frame])
}

const placeOf = (lines: readonly HTMLTableRowElement[], cell: HTMLElement) => {
  const line = cell.parentElement as HTMLTableRowElement
  return { line: lines.indexOf(line), row: line.dataset['row'], column: cell.dataset['col'] }
}

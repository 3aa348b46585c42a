import { fixedColumns, type ViewColumnId, type ViewList, viewColumns } from '@gya/domain/features/views/views.model.ts'
import { moveColumn, orderOfAll } from '@gya/domain/features/views/views.rules.ts'
import { IconGripVertical, IconLock } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useChecksOn } from '../../../lib/screens.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useFloating } from '../../../ui/overlays/use-floating.ts'

type Props = {
  list: ViewList
  /** Shown columns in order. */
  columns: readonly ViewColumnId[]
  onChange: (columns: ViewColumnId[]) => void
  /** The button that opens the chooser. */
  beside: HTMLElement
  onClose: (giveFocusBack: boolean) => void
}

/** "Tick, drag or Alt ↑↓; Address stays, first." [day §8](docs/design/day.md#8). */
export function ColumnChooser({ list, columns, onChange, beside, onClose }: Props) {
  const { float } = useFloating<HTMLElement, HTMLDivElement>({ open: true, onClose, align: 'end', beside })
  const checksOn = useChecksOn()
  const [order, setOrder] = useState(() =>
    orderOfAll(list, columns).filter((id) => id !== 'checks' || checksOn || columns.includes(id)),
  )
  const [dragged, setDragged] = useState<ViewColumnId | null>(null)
  const [announced, setAnnounced] = useState('')
  const rows = useRef<HTMLUListElement>(null)
  const heads = new Map(viewColumns[list].map(({ id, head }) => [id, head]))
  const fixed = fixedColumns[list]
  const [focused, setFocused] = useState<ViewColumnId | undefined>(() => order.find((id) => !fixed.includes(id)))
  const boxOf = (id: ViewColumnId | undefined) => rows.current?.querySelector<HTMLInputElement>(`input[name="${id}"]`)

  // A row that moves loses the focus.
  useLayoutEffect(() => {
    const box = rows.current?.querySelector<HTMLInputElement>(`input[name="${focused}"]`)
    if (box && document.activeElement !== box) box.focus()
  }, [focused, order])

  const show = (next: readonly ViewColumnId[], shown: (id: ViewColumnId) => boolean) => onChange(next.filter(shown))
  const isShown = (id: ViewColumnId) => columns.includes(id)
  const toggle = (id: ViewColumnId) => {
    setFocused(id)
    show(order, (one) => (one === id ? !isShown(id) : isShown(one)))
  }
  const move = (id: ViewColumnId, to: number) => {
    const next = moveColumn(list, order, id, to)
    setOrder(next)
    setAnnounced(`${heads.get(id)}, ${next.indexOf(id) + 1} of ${next.length}`)
    return next
  }

  const onKey = (event: KeyboardEvent) => {
    const at = focused ? order.indexOf(focused) : -1
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.altKey && by && focused) {
      event.preventDefault()
      show(move(focused, at + by), isShown)
      return
    }
    const movable = order.filter((id) => !fixed.includes(id))
    const place = focused ? movable.indexOf(focused) : -1
    const to = { Home: 0, End: movable.length - 1 }[event.key] ?? (by ? place + by : undefined)
    if (to === undefined || event.ctrlKey || event.altKey) return
    event.preventDefault()
    setFocused(movable[Math.max(0, Math.min(to, movable.length - 1))])
  }

  const drag = (event: PointerEvent, id: ViewColumnId) => {
    if (dragged !== id) return
    const all = [...(rows.current?.children ?? [])]
    const over = all.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return event.clientY >= top && event.clientY < bottom
    })
    if (over >= 0 && over !== order.indexOf(id)) move(id, over)
  }
  const drop = () => {
    if (dragged === null) return
    setDragged(null)
    show(order, isShown)
  }

  return (
    <div ref={float} className="pop columns-pop" popover="manual" role="dialog" aria-label="Columns">
      <ul ref={rows} onKeyDown={onKey}>
        {order.map((id) => {
          const isFixed = fixed.includes(id)
          return (
            <li key={id} className={classNames(isFixed && 'stays', dragged === id && 'dragged') || undefined}>
              {isFixed ? (
                <Icon of={IconLock} size={14} />
              ) : (
                <span
                  className="grip"
                  aria-hidden="true"
                  onPointerDown={(event) => {
                    event.preventDefault()
                    event.currentTarget.setPointerCapture(event.pointerId)
                    setDragged(id)
                    setFocused(id)
                  }}
                  onPointerMove={(event) => drag(event, id)}
                  onPointerUp={drop}
                  onPointerCancel={drop}
                >
                  <Icon of={IconGripVertical} size={14} />
                </span>
              )}
              <label className="check">
                <input
                  type="checkbox"
                  name={id}
                  checked={isFixed || isShown(id)}
                  disabled={isFixed}
                  tabIndex={id === focused ? 0 : -1}
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  onChange={() => toggle(id)}
                  onFocus={() => setFocused(id)}
                />
                <span>{heads.get(id)}</span>
              </label>
            </li>
          )
        })}
      </ul>
      <p className="hint">
        <span className="kbd">Space</span> shows, <span className="kbd">Alt</span> <span className="kbd">↑</span>{' '}
        <span className="kbd">↓</span> moves
      </p>
      <span className="vh" role="status">
        {announced}
      </span>
      <span hidden ref={() => boxOf(focused)?.scrollIntoView?.({ block: 'nearest' })} />
    </div>
  )
}

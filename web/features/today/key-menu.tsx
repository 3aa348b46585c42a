import { type KeyboardEvent, useEffect, useRef } from 'react'
import { nextIndex } from '../../ui/fields/option-list.tsx'
import { Icon, type IconComponent } from '../../ui/icon.tsx'
import { useFloating } from '../../ui/overlays/use-floating.ts'

export type KeyMenuItem = {
  label: string
  /** Shown beside the label: the time. */
  hint?: string | undefined
  icon?: IconComponent | undefined
  /** The key that chooses it; by default its place in the menu. */
  digit?: number | undefined
  onSelect: () => void
}

type Props = {
  label: string
  items: readonly KeyMenuItem[]
  anchor: HTMLElement
  /** Whether digits choose an item. They are single keys. */
  digits: boolean
  onClose: (giveFocusBack: boolean) => void
}

/** A menu whose items can be chosen by digit: `S` then `2`. Arrows, Enter and Escape work as in other menus. */
export function KeyMenu({ label, items, anchor, digits, onClose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const { float } = useFloating<HTMLElement, HTMLDivElement>({ open: true, onClose, align: 'end', beside: anchor })
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  const choose = (item: KeyMenuItem) => {
    onClose(true)
    item.onSelect()
  }
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Tab') return onClose(true)
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const digit = digits ? items.find((item, index) => event.key === String(item.digit ?? index + 1)) : undefined
    const to = nextIndex(event.key, buttons.indexOf(document.activeElement as HTMLButtonElement), buttons.length)
    if (digit) choose(digit)
    else if (to !== undefined) buttons[to]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div ref={float} className="pop menu key-menu" popover="manual">
      <div ref={list} role="menu" aria-label={label} tabIndex={-1} onKeyDown={keys}>
        <div className="opt-group" aria-hidden="true">
          {label}
        </div>
        {items.map((item, index) => (
          <button key={item.label} type="button" role="menuitem" tabIndex={-1} className="menu-item" onClick={() => choose(item)}>
            {item.icon && <Icon of={item.icon} size={16} />}
            <span>
              {item.label}
              {item.hint && <small> {item.hint}</small>}
            </span>
            {digits && (
              <span className="kbd" aria-hidden="true">
                {item.digit ?? index + 1}
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  )
}

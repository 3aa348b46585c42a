import { IconCheck, IconChevronDown, IconDots } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { Button, type ButtonProps } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { findByPrefix, nextIndex } from '../fields/option-list.tsx'
import { Icon, type IconComponent } from '../icon.tsx'
import { useIsPhone } from '../layout/use-is-phone.ts'
import { Link } from '../navigation/link.tsx'
import { useFloating } from './use-floating.ts'

export type MenuItem = {
  label: string
  icon?: IconComponent | undefined
  /** Either a link or an action. */
  to?: string | undefined
  onSelect?: (() => void) | undefined
  danger?: boolean | undefined
  /** Disables the item; the reason is shown beside it. */
  disabledReason?: string | null | undefined
  current?: boolean | undefined
  /** Whether it is selected: one of several choices or, with `toggle`, by itself. */
  checked?: boolean | undefined
  toggle?: boolean | undefined
}

/** `'line'` is a separator. */
export type MenuEntry = MenuItem | 'line'

const labelOf = (entry: MenuEntry | undefined): string => (typeof entry === 'object' ? entry.label : '')

type ListProps = {
  id: string
  label: string
  items: readonly MenuEntry[]
  onDone: (giveFocusBack: boolean) => void
  ref: Ref<HTMLDivElement>
}

/** Arrows move, letters jump, Enter selects, Tab and Escape close. */
const MenuList = ({ id, label, items, onDone, ref }: ListProps) => {
  const list = useRef<HTMLDivElement>(null)
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [])]
  useEffect(() => list.current?.querySelector<HTMLElement>('.menu-item')?.focus(), [])
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return onDone(true)
    const all = entries()
    const from = all.indexOf(document.activeElement as HTMLElement)
    const to =
      nextIndex(event.key, from, all.length) ??
      (event.key.length === 1 && event.key !== ' '
        ? findByPrefix(
            all.map((one) => one.textContent ?? ''),
            event.key,
            from,
          )
        : -1)
    if (to < 0) return
    event.preventDefault()
    all[to]?.focus()
  }
  return (
    <div ref={ref} className="pop menu" popover="manual">
      <div ref={list} id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={keys}>
        {items.map((item, index) =>
          item === 'line' ? (
            <hr key={`before ${labelOf(items[index + 1])}`} className="menu-line" />
          ) : (
            <Entry key={item.label} item={item} onDone={onDone} />
          ),
        )}
      </div>
    </div>
  )
}

const Entry = ({ item, onDone }: { item: MenuItem; onDone: (giveFocusBack: boolean) => void }) => {
  const inside: ReactNode = (
    <>
      {item.icon && <Icon of={item.icon} size={16} />}
      {item.checked !== undefined && (item.checked ? <Icon of={IconCheck} size={16} /> : <i className="unchecked" />)}
      <span>
        {item.label}
        {item.disabledReason && <small> {item.disabledReason}</small>}
      </span>
    </>
  )
  const shared = { role: 'menuitem', tabIndex: -1, className: classNames('menu-item', item.danger && 'danger') }
  if (item.to && !item.disabledReason) {
    return (
      <Link {...shared} to={item.to} aria-current={item.current ? 'page' : undefined} onClick={() => onDone(false)}>
        {inside}
      </Link>
    )
  }
  const choose = () => {
    if (item.disabledReason) return
    onDone(true)
    item.onSelect?.()
  }
  const role = item.toggle ? 'menuitemcheckbox' : 'menuitemradio'
  const choice = item.checked === undefined ? {} : { role, 'aria-checked': item.checked }
  return (
    <button {...shared} {...choice} type="button" aria-disabled={item.disabledReason ? true : undefined} onClick={choose}>
      {inside}
    </button>
  )
}

type TriggerProps = {
  ref: Ref<HTMLButtonElement>
  onClick: () => void
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
}

/** A menu of any button: `trigger` receives the button's attributes. */
export const MenuOn = ({
  label,
  items,
  align,
  trigger,
}: {
  label: string
  items: readonly MenuEntry[]
  align?: 'start' | 'end'
  trigger: (props: TriggerProps) => ReactNode
}) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const close = (giveFocusBack: boolean) => {
    setOpen(false)
    if (giveFocusBack) anchor.current?.focus()
  }
  const { anchor, float } = useFloating<HTMLButtonElement, HTMLDivElement>({ open, onClose: close, align: align ?? 'start' })
  return (
    <>
      {trigger({
        ref: anchor,
        onClick: () => setOpen(!open),
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open && <MenuList id={id} ref={float} label={label} items={items} onDone={close} />}
    </>
  )
}

/** Actions menu of a page: a button with an arrow, three dots on a phone. Renders nothing without items. */
export const Menu = ({
  label = 'Actions',
  items,
  icon,
  ...looks
}: { label?: string; items: readonly MenuEntry[] } & Pick<ButtonProps, 'icon' | 'size' | 'variant'>) => {
  const phone = useIsPhone()
  if (items.length === 0) return null
  const alone = icon ?? (phone ? IconDots : undefined)
  return (
    <MenuOn
      label={label}
      items={items}
      align="end"
      trigger={(props) =>
        alone ? (
          <Button {...looks} {...props} icon={alone} aria-label={label} tip={label} />
        ) : (
          <Button {...looks} {...props} iconAfter={IconChevronDown}>
            {label}
          </Button>
        )
      }
    />
  )
}

import { IconSelector } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import type { ControlProps } from './field.tsx'
import { useFloating } from './floating.ts'
import { Icon } from './icon.tsx'
import { type Choice, filterOptions, findByPrefix, nextIndex, type Option, OptionList } from './option-list.tsx'

type Props<Value extends Choice> = {
  control: ControlProps
  labelId: string
  label: string
  options: readonly Option<Value>[]
  isSelected: (value: Value) => boolean
  onPick: (option: Option<Value>) => void
  /** What the closed control says. */
  shown: ReactNode
  multiple?: boolean | undefined
  searchable?: boolean | undefined
  off?: boolean | undefined
  small?: boolean | undefined
  foot?: ReactNode
  onBlur?: ((event: React.FocusEvent<HTMLElement>) => void) | undefined
}

/** Keys typed within this many milliseconds make up one word when jumping to an option. */
const wordGap = 600

/** The closed control and the open list that select-field.tsx and multi-select-field.tsx share. */
export const Picker = <Value extends Choice>(props: Props<Value>) => {
  const { control, labelId, options, isSelected, multiple, searchable, off } = props
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [search, setSearch] = useState('')
  const word = useRef({ text: '', at: 0 })
  const listId = `${control.id}-list`
  const found = filterOptions(options, search)

  const close = (giveFocusBack: boolean) => {
    setOpen(false)
    setSearch('')
    if (giveFocusBack) anchor.current?.focus()
  }
  const { anchor, float } = useFloating<HTMLButtonElement, HTMLDivElement>({ open, onClose: close, matchWidth: true })
  const show = () => {
    if (off) return
    setActive(options.findIndex((option) => isSelected(option.value)))
    setOpen(true)
  }
  const pick = (option: Option<Value> | undefined) => {
    if (!option || option.disabled) return
    props.onPick(option)
    if (!multiple) close(true)
  }
  const jump = (letter: string, now: number) => {
    const typed = now - word.current.at < wordGap ? word.current.text + letter : letter
    word.current = { text: typed, at: now }
    const to = findByPrefix(
      options.map((option) => option.label),
      typed,
      active,
    )
    if (to >= 0) setActive(to)
  }
  const keys = (event: KeyboardEvent) => {
    const { key } = event
    if (!open) {
      if (['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)) {
        event.preventDefault()
        show()
      }
      return
    }
    const to = searchable && (key === 'Home' || key === 'End') ? undefined : nextIndex(key, active, found.length)
    if (to !== undefined) setActive(to)
    else if (key === 'Enter' || (key === ' ' && !searchable)) pick(found[active])
    else if (key === 'Tab') return close(!multiple && Boolean(searchable))
    else if (!searchable && key.length === 1 && !event.ctrlKey && !event.metaKey) return jump(key, event.timeStamp)
    else return
    event.preventDefault()
  }
  const activeId = open && active >= 0 ? `${listId}-${active}` : undefined
  const { 'aria-required': _required, ...rest } = control

  return (
    <>
      <button
        {...rest}
        ref={anchor}
        type="button"
        role="combobox"
        className={classNames('in select', props.small && 'small', rest['aria-invalid'] && 'bad')}
        aria-labelledby={labelId}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={searchable ? undefined : activeId}
        disabled={off}
        onClick={() => (open ? close(true) : show())}
        onKeyDown={keys}
        onBlur={open ? undefined : props.onBlur}
      >
        <span>{props.shown}</span>
        <Icon of={IconSelector} size={14} />
      </button>
      {open && (
        <div ref={float} className="pop" popover="manual">
          {searchable && (
            <ListSearch
              label={props.label}
              listId={listId}
              activeId={activeId}
              text={search}
              onKeyDown={keys}
              onText={(text) => {
                setSearch(text)
                setActive(0)
              }}
            />
          )}
          <OptionList
            id={listId}
            label={props.label}
            options={found}
            active={active}
            isSelected={isSelected}
            onPick={pick}
            onActive={setActive}
            multiple={Boolean(multiple)}
          />
          {props.foot && <div className="pop-foot">{props.foot}</div>}
        </div>
      )}
    </>
  )
}

type SearchProps = {
  label: string
  listId: string
  activeId: string | undefined
  text: string
  onText: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

const ListSearch = ({ label, listId, activeId, text, onText, onKeyDown }: SearchProps) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <div className="pop-search">
      <input
        ref={input}
        className="in small"
        role="combobox"
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-label={`Search ${label}`}
        autoComplete="off"
        placeholder="Search"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

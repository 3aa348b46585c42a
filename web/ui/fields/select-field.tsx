import { IconSelector } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { useFloating } from '../overlays/use-floating.ts'
import { type ControlProps, Field, type FieldProps, isOff, useFieldValue } from './field.tsx'
import { type Choice, filterOptions, findByPrefix, nextIndex, type Option, OptionList } from './option-list.tsx'

type Props<Value extends Choice> = {
  control: ControlProps
  labelId: string
  label: string
  options: readonly Option<Value>[]
  isSelected: (value: Value) => boolean
  onPick: (option: Option<Value>) => void
  shown: ReactNode
  multiple?: boolean | undefined
  searchable?: boolean | undefined
  off?: boolean | undefined
  small?: boolean | undefined
  foot?: ReactNode
  /** The text of the search, for a caller that reads further options. */
  onSearch?: ((text: string) => void) | undefined
  onBlur?: ((event: React.FocusEvent<HTMLElement>) => void) | undefined
}

/** Milliseconds within which typed letters form one prefix. */
const wordGap = 600

/** The button and the list shared by SelectField and MultiSelectField. */
export const Picker = <Value extends Choice>(props: Props<Value>) => {
  const { control, labelId, options, isSelected, multiple, searchable, off } = props
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [search, setSearch] = useState('')
  const word = useRef({ text: '', at: 0 })
  const listId = `${control.id}-list`
  const found = filterOptions(options, search)

  const searchFor = (text: string) => {
    setSearch(text)
    props.onSearch?.(text)
  }
  const close = (giveFocusBack: boolean) => {
    setOpen(false)
    searchFor('')
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
  const startSearch = (text: string) => {
    searchFor(text)
    setActive(0)
  }
  const keys = (event: KeyboardEvent) => {
    const { key } = event
    const isLetter = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!open) {
      if (!isLetter && !['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)) return
      event.preventDefault()
      show()
      if (!isLetter || off) return
      if (searchable) startSearch(key)
      else jump(key, event.timeStamp)
      return
    }
    const to = searchable && (key === 'Home' || key === 'End') ? undefined : nextIndex(key, active, found.length)
    if (to !== undefined) setActive(to)
    else if (key === 'Enter' || (key === ' ' && !searchable)) pick(found[active])
    else if (key === 'Tab') return close(!multiple && Boolean(searchable))
    else if (!searchable && isLetter) return jump(key, event.timeStamp)
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
              onText={startSearch}
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
  useEffect(() => {
    const field = input.current
    field?.focus()
    // Behind the letter that opened the list.
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
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

export type MultiSelectFieldProps<Value extends Choice> = FieldProps<Value[]> & {
  options: readonly Option<Value>[]
  /** Shown when nothing is selected: "All staff". */
  noneLabel?: string | undefined
  /** Text of the selected options. By default their labels while that is short, then "3 chosen". */
  summary?: ((labels: readonly string[]) => string) | undefined
  searchable?: boolean | undefined
  small?: boolean | undefined
  onSearch?: ((text: string) => void) | undefined
}

/** The labels while they are short, else "3 chosen". */
const summary = (labels: readonly string[]): string => {
  const joined = labels.join(', ')
  return labels.length <= 2 || joined.length <= 24 ? joined : `${labels.length} chosen`
}

/** Selects any number of options; the value keeps the order of the options. */
export const MultiSelectField = <Value extends Choice>(props: MultiSelectFieldProps<Value>) => {
  const { options, noneLabel = 'Any', searchable = options.length > 12 } = props
  const [value, setValue] = useFieldValue<Value[]>(props, [])
  const chosen = options.filter((option) => value.includes(option.value))
  const toggle = (one: Value) =>
    setValue(
      options.map((option) => option.value).filter((other) => (other === one ? !value.includes(one) : value.includes(other))),
    )
  return (
    <Field {...props}>
      {(control, labelId) => (
        <Picker
          control={control}
          labelId={labelId}
          label={typeof props.label === 'string' ? props.label : 'options'}
          options={options}
          isSelected={(one) => value.includes(one)}
          onPick={(option) => toggle(option.value)}
          shown={
            chosen.length > 0 ? (
              (props.summary ?? summary)(chosen.map((option) => option.label))
            ) : (
              <span className="ph">{noneLabel}</span>
            )
          }
          multiple
          searchable={searchable}
          off={isOff(props) || props.readOnly}
          small={props.small}
          onSearch={props.onSearch}
          onBlur={props.onBlur}
          foot={
            <>
              <Button size="s" variant="quiet" onClick={() => setValue([])}>
                Clear
              </Button>
              <Button size="s" variant="quiet" onClick={() => setValue(options.map((option) => option.value))}>
                Choose all
              </Button>
            </>
          }
        />
      )}
    </Field>
  )
}

export type SelectFieldProps<Value extends Choice> = FieldProps<Value> & {
  /** An option with the value null means "none" or "any" and is shown in a muted colour. */
  options: readonly Option<Value>[]
  placeholder?: string | undefined
  /** Shows a search field above the list; by default from 13 options. */
  searchable?: boolean | undefined
  small?: boolean | undefined
}

/** Selects one option. Arrows move, Enter selects, letters jump, Escape closes. */
export const SelectField = <Value extends Choice>(props: SelectFieldProps<Value>) => {
  const { options, placeholder = 'Choose', searchable = options.length > 12 } = props
  const [value, setValue] = useFieldValue<Value, undefined>(props, undefined)
  const chosen = options.find((option) => option.value === value)
  const shown = chosen && chosen.value !== null ? chosen.label : <span className="ph">{chosen?.label ?? placeholder}</span>
  return (
    <Field {...props}>
      {(control, labelId) => (
        <Picker
          control={control}
          labelId={labelId}
          label={typeof props.label === 'string' ? props.label : 'options'}
          options={options}
          isSelected={(one) => one === value}
          onPick={(option) => setValue(option.value)}
          shown={shown}
          searchable={searchable}
          off={isOff(props) || props.readOnly}
          small={props.small}
          onBlur={props.onBlur}
        />
      )}
    </Field>
  )
}

import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldProps, isOff } from './field.tsx'
import { useFloating } from './floating.ts'
import { Icon } from './icon.tsx'
import { moved, type Option, OptionList } from './option-list.tsx'

export type LookupFieldProps = Omit<FieldProps<Option<string> | null>, 'defaultValue'> & {
  /** Asks the server. A later search aborts the earlier one. A failed search is shown as no result. */
  find: (text: string, signal: AbortSignal) => Promise<readonly Option<string>[]>
  /** Letters before it searches: 3 for users, 1 for companies. */
  minimum?: number | undefined
  /** Milliseconds of quiet before it searches. */
  delay?: number | undefined
  placeholder?: string | undefined
  emptyText?: string | undefined
}

type Search = { options: readonly Option<string>[]; state: 'idle' | 'waiting' | 'done' }
const idle: Search = { options: [], state: 'idle' }

const useSearch = ({ find, minimum = 3, delay = 800 }: LookupFieldProps, text: string): Search => {
  const [search, setSearch] = useState<Search>(idle)
  const asked = useRef(find)
  useEffect(() => {
    asked.current = find
  })
  useEffect(() => {
    const wanted = text.trim()
    if (wanted.length < minimum) return setSearch(idle)
    const running = new AbortController()
    setSearch((before) => ({ ...before, state: 'waiting' }))
    const ask = async () => {
      const options = await asked.current(wanted, running.signal).catch(() => [])
      if (!running.signal.aborted) setSearch({ options, state: 'done' })
    }
    const timer = setTimeout(() => void ask(), delay)
    return () => {
      clearTimeout(timer)
      running.abort()
    }
  }, [text, minimum, delay])
  return search
}

/** A typeahead over the server: at least three letters, 800 ms of quiet (administration document, section 9). */
export const LookupField = (props: LookupFieldProps) => {
  const { value = null, onChange, emptyText = 'No results found.' } = props
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [shut, setShut] = useState(false)
  const { options, state } = useSearch(props, text)
  const open = state !== 'idle' && !shut && value === null
  const { anchor, float } = useFloating<HTMLSpanElement, HTMLDivElement>({ open, onClose: () => setShut(true), matchWidth: true })
  const off = isOff(props) || props.readOnly

  const pick = (option: Option<string> | undefined) => {
    if (!option || option.disabled) return
    setText('')
    onChange?.(option)
  }
  const keys = (event: KeyboardEvent) => {
    if (!open) return
    const to = event.key === 'Home' || event.key === 'End' ? undefined : moved(event.key, active, options.length)
    if (to !== undefined) setActive(to)
    else if (event.key === 'Enter') pick(options[active])
    else return
    event.preventDefault()
  }
  return (
    <Field {...props}>
      {(control) => (
        <span ref={anchor} className={classNames('in', off && 'off', props.error && 'bad')}>
          <Icon of={IconSearch} size={14} />
          <input
            {...control}
            role="combobox"
            aria-expanded={open}
            aria-autocomplete="list"
            aria-controls={open ? `${control.id}-list` : undefined}
            aria-activedescendant={open && options[active] ? `${control.id}-list-${active}` : undefined}
            autoComplete="off"
            value={value?.label ?? text}
            readOnly={value !== null}
            disabled={off}
            placeholder={props.placeholder}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setShut(false)
              setActive(0)
            }}
            onKeyDown={keys}
            onBlur={props.onBlur}
            onFocus={props.onFocus}
          />
          {state === 'waiting' && <i className="spin mut" aria-hidden="true" />}
          {value !== null && !off && (
            <button type="button" className="in-btn" aria-label={`Clear ${value.label}`} onClick={() => onChange?.(null)}>
              <Icon of={IconX} size={14} />
            </button>
          )}
          {open && (
            <div ref={float} className="pop" popover="manual">
              <OptionList
                id={`${control.id}-list`}
                label={typeof props.label === 'string' ? props.label : 'results'}
                options={options}
                active={active}
                isSelected={() => false}
                onPick={pick}
                onActive={setActive}
                empty={state === 'waiting' ? 'Loading, please wait.' : emptyText}
              />
            </div>
          )}
        </span>
      )}
    </Field>
  )
}

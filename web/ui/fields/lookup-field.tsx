import { IconChevronLeft, IconChevronRight, IconSearch, IconX } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { useFloating } from '../overlays/use-floating.ts'
import { type Paging, rangeText } from '../table/pager.tsx'
import { Field, type FieldProps, isOff } from './field.tsx'
import { nextIndex, type Option, OptionList } from './option-list.tsx'

/** All results, or one page of them. */
export type Found = readonly Option<string>[] | { options: readonly Option<string>[]; paging: Paging }

export type LookupFieldProps = Omit<FieldProps<Option<string> | null>, 'defaultValue'> & {
  /** Searches on the server; pages count from zero. A new search aborts the previous one. */
  find: (text: string, signal: AbortSignal, page: number) => Promise<Found>
  /** Called when the field loses the focus without a selection; for fields that accept free text. */
  onTyped?: ((text: string) => void) | undefined
  /** Minimum number of letters of a search. */
  minimum?: number | undefined
  /** Debounce in milliseconds. */
  delay?: number | undefined
  placeholder?: string | undefined
  emptyText?: string | undefined
}

type Search = { options: readonly Option<string>[]; paging: Paging | null; state: 'idle' | 'waiting' | 'done' | 'failed' }
const idle: Search = { options: [], paging: null, state: 'idle' }
const foundOf = (found: Found): Omit<Search, 'state'> =>
  'options' in found ? { options: found.options, paging: found.paging } : { options: found, paging: null }

const useSearch = ({ find, minimum = 3, delay = 800 }: LookupFieldProps, text: string, page: number): Search => {
  const [search, setSearch] = useState<Search>(idle)
  const latestFind = useRef(find)
  useEffect(() => {
    latestFind.current = find
  })
  useEffect(() => {
    const query = text.trim()
    if (query.length < minimum) return setSearch(idle)
    const running = new AbortController()
    setSearch((before) => ({ ...before, state: 'waiting' }))
    const ask = async () => {
      const found = await latestFind.current(query, running.signal, page).catch(() => null)
      if (!running.signal.aborted) setSearch(found ? { ...foundOf(found), state: 'done' } : { ...idle, state: 'failed' })
    }
    const timer = setTimeout(() => void ask(), page > 0 ? 0 : delay)
    return () => {
      clearTimeout(timer)
      running.abort()
    }
  }, [text, page, minimum, delay])
  return search
}

/** Combobox that searches on the server: at least three letters, 800 ms debounce ([administration §9](docs/design/administration.md#9)). */
export const LookupField = (props: LookupFieldProps) => {
  const { value = null, onChange, emptyText = 'No results found.' } = props
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [shut, setShut] = useState(false)
  const [page, setPage] = useState(0)
  const { options, paging, state } = useSearch(props, text, page)
  const open = state !== 'idle' && !shut && value === null
  const { anchor, float } = useFloating<HTMLSpanElement, HTMLDivElement>({ open, onClose: () => setShut(true), matchWidth: true })
  const off = isOff(props) || props.readOnly

  const pick = (option: Option<string> | undefined) => {
    if (!option || option.disabled) return
    setText('')
    setPage(0)
    onChange?.(option)
  }
  const turn = (to: number) => {
    setPage(to)
    setActive(0)
  }
  const left = (event: FocusEvent<HTMLElement>) => {
    props.onBlur?.(event)
    if (!props.onTyped || value !== null || text.trim() === '' || float.current?.contains(event.relatedTarget)) return
    setText('')
    props.onTyped(text.trim())
  }
  const keys = (event: KeyboardEvent) => {
    if (!open) return
    const to = event.key === 'Home' || event.key === 'End' ? undefined : nextIndex(event.key, active, options.length)
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
              turn(0)
            }}
            onKeyDown={keys}
            onBlur={left}
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
                empty={
                  state === 'waiting'
                    ? 'Loading, please wait.'
                    : state === 'failed'
                      ? 'The search failed. Type again to retry.'
                      : emptyText
                }
              />
              {paging && paging.totalPages > 1 && <PageTurner paging={paging} onPage={turn} />}
            </div>
          )}
        </span>
      )}
    </Field>
  )
}

/** "1–15 of 43" below the results, with previous and next page. */
const PageTurner = ({ paging, onPage }: { paging: Paging; onPage: (page: number) => void }) => {
  const { currentPage, totalPages } = paging
  const { range, count } = rangeText(paging)
  return (
    <div className="pop-foot">
      <IconButton
        icon={IconChevronLeft}
        size="s"
        variant="quiet"
        label="Previous page"
        disabledReason={currentPage === 0 ? 'This is the first page' : null}
        onClick={() => onPage(currentPage - 1)}
      />
      <span className="mut tnum" role="status">
        {range} of {count}
      </span>
      <IconButton
        icon={IconChevronRight}
        size="s"
        variant="quiet"
        label="Next page"
        disabledReason={currentPage + 1 >= totalPages ? 'This is the last page' : null}
        onClick={() => onPage(currentPage + 1)}
      />
    </div>
  )
}

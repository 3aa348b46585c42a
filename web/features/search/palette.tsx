import { minSearchLength } from '@gya/domain/features/search/search.rules.ts'
import { IconArrowLeft, IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import './palette.css'
import { everywhereKeys } from '../../lib/keys/everywhere-keys.ts'
import { findKey, pressedOf } from '../../lib/keys/find-key.ts'
import { typedAhead } from '../../lib/keys/typed-ahead.ts'
import { useMe } from '../../lib/session/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { Marked } from './marked.tsx'
import type { PaletteItem } from './palette-items.ts'
import { type PaletteProps, useItemContext, usePaletteGroups } from './use-palette-groups.ts'

/** "Palette `Ctrl K`": search over everything within reach, screens and actions, by keyboard. A combobox with its listbox. */
export function Palette(props: PaletteProps) {
  const { onClose } = props
  const { singleKeys } = useMe()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [ahead] = useState(typedAhead.read)
  const [typed, setTyped] = useState(ahead.text)
  const [markedId, setMarkedId] = useState<string | null>(null)
  /** The item whose actions are listed. */
  const [about, setAbout] = useState<PaletteItem | null>(null)
  /** The item for which a property is chosen. */
  const [asked, setAsked] = useState<PaletteItem | null>(null)
  /** Enter was pressed before the response arrived: opens the first hit of this text when it does. */
  const [waiting, setWaiting] = useState<{ text: string; inNewTab: boolean } | null>(
    ahead.enter ? { text: ahead.text.replace(/^[>@]/, '').trim(), inNewTab: false } : null,
  )
  const context = useItemContext(props)
  const { groups: all, search, text, prefix, isSearching } = usePaletteGroups(context, typed, asked)
  const groups = about ? [{ title: `Actions with ${about.title}`, items: about.actions ?? [] }] : all
  const items = groups.flatMap((group) => group.items)
  const marked = items.find(({ id }) => id === markedId) ?? items[0]
  const follow = useFollowLink()
  const listId = useId()
  const optionId = (item: PaletteItem) => `${listId}-${item.id}`

  useLayoutEffect(() => {
    const before = document.activeElement
    const box = dialog.current
    box?.showModal?.()
    input.current?.focus()
    typedAhead.end()
    return () => {
      box?.close?.()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  useLayoutEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [marked?.id])

  const ask = (item: PaletteItem | null) => {
    setAsked(item)
    setTyped('')
    setMarkedId(null)
    input.current?.focus()
  }
  const choose = (item: PaletteItem, inNewTab: boolean) => {
    if (item.ofSale) ask(item)
    else if (item.to === undefined) item.run?.()
    else if (inNewTab) window.open(item.to, '_blank', 'noopener')
    else {
      onClose()
      follow(item.to)
    }
  }
  const latest = useRef(choose)
  latest.current = choose
  const first = items[0]
  useEffect(() => {
    if (!waiting || !search.isCurrent) return
    setWaiting(null)
    if (waiting.text === text && first) latest.current(first, waiting.inNewTab)
  }, [waiting, search.isCurrent, text, first])

  const type = (next: string) => {
    setTyped(next)
    setMarkedId(null)
    setAbout(null)
    setWaiting(null)
  }
  const move = (by: number) => {
    if (items.length === 0) return
    const at = marked ? items.indexOf(marked) : -1
    setMarkedId(items[(at + by + items.length) % items.length]?.id ?? null)
  }
  const listActions = (item: PaletteItem) => {
    setAbout(item)
    setMarkedId(null)
    input.current?.focus()
  }
  const leaveActions = () => {
    setMarkedId(about?.id ?? null)
    setAbout(null)
    input.current?.focus()
  }
  /** Returns the action with this letter while actions are listed. */
  const actionOfKey = (event: KeyboardEvent): PaletteItem | undefined => {
    if (!about || !singleKeys || event.ctrlKey || event.metaKey || event.altKey) return undefined
    return items.find(({ letter, keys }) => (letter ?? (keys?.length === 1 ? keys[0] : undefined)) === event.key.toUpperCase())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const field = input.current
    const isAtEnd = field !== null && field.selectionStart === typed.length && field.selectionEnd === typed.length
    const action = actionOfKey(event)
    if (key === 'Escape') onClose()
    else if (findKey(everywhereKeys, pressedOf(event.nativeEvent), true)?.command === 'palette') onClose()
    else if (action) choose(action, false)
    else if (key === 'ArrowDown' || key === 'ArrowUp') move(key === 'ArrowDown' ? 1 : -1)
    else if (key === 'ArrowRight' && !about && isAtEnd && marked?.actions && marked.actions.length > 0) {
      listActions(marked)
    } else if ((key === 'ArrowLeft' || key === 'Backspace') && about) leaveActions()
    else if (key === 'Backspace' && asked && typed === '') ask(null)
    else if (key === 'Enter') {
      const inNewTab = event.ctrlKey || event.metaKey
      // Actions are known immediately and stay before search hits.
      const isFirstKnown = groups[0]?.title === 'Actions'
      if (!about && !search.isCurrent && markedId === null && !isFirstKnown) setWaiting({ text, inNewTab })
      else if (marked) choose(marked, inNewTab)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const isShort = text.length < minSearchLength && prefix !== '>'
  const isEmpty = items.length === 0
  const status = search.error
    ? null
    : !search.isCurrent
      ? 'Searching…'
      : isEmpty
        ? isShort
          ? 'Type three letters of an address, a name or a note, or a telephone number.'
          : `Nothing contains ${text.includes(' ') ? 'all these words' : 'this'}.`
        : null
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search or do anything"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="palette-in">
        <div className="palette-field">
          {about || asked ? (
            <button type="button" aria-label="Back to the results" onClick={about ? leaveActions : () => ask(null)}>
              <Icon of={IconArrowLeft} size={20} />
            </button>
          ) : (
            <Icon of={IconSearch} size={20} />
          )}
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-expanded={!isEmpty}
            aria-controls={listId}
            aria-activedescendant={marked && optionId(marked)}
            aria-autocomplete="list"
            aria-label="Search or do anything"
            placeholder={
              asked
                ? 'Address of the property'
                : isSearching
                  ? 'Address, name, telephone, note, screen or action'
                  : 'Screen or action'
            }
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            inputMode="search"
            enterKeyHint="go"
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <button type="button" className="kbd palette-close" aria-label="Esc: close" onClick={onClose}>
            <span>Esc</span>
            <Icon of={IconX} size={20} />
          </button>
        </div>
        <div id={listId} role="listbox" aria-label="Results" className="palette-list" tabIndex={-1}>
          {groups.map((group) => (
            <div key={group.title} role="group" aria-label={group.title} className="palette-group">
              <div className="palette-title" aria-hidden="true">
                {group.title}
                <span>{group.count}</span>
              </div>
              {group.items.map((item) => (
                <div
                  key={item.id}
                  id={optionId(item)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item === marked}
                  className="palette-item"
                  onMouseMove={() => item !== marked && setMarkedId(item.id)}
                  onClick={(event) => {
                    if ((event.target as Element).closest('.palette-more')) listActions(item)
                    else choose(item, event.ctrlKey || event.metaKey)
                  }}
                  onKeyDown={undefined}
                >
                  <Icon of={item.icon} size={18} />
                  <span>
                    <b>
                      <Marked text={item.title} words={about ? '' : text} />
                    </b>
                    {item.about && item.about !== about?.title && (
                      <em>
                        <Marked text={item.about} words={about ? '' : text} />
                      </em>
                    )}
                  </span>
                  <span className="palette-end">
                    {item.end}
                    {(item.keys ?? (about && item.letter ? [item.letter] : [])).map((key) => (
                      <kbd key={key} className="kbd" aria-hidden="true">
                        {key}
                      </kbd>
                    ))}
                    {!about && item.actions && item.actions.length > 0 && (
                      <span className="palette-more" aria-hidden="true">
                        <span className="kbd">→</span> actions
                      </span>
                    )}
                    {item === marked && <span className="kbd palette-enter">↵</span>}
                  </span>
                </div>
              ))}
            </div>
          ))}
        </div>
        {search.error && (
          <p role="alert" className="palette-status">
            The search failed: {search.error}{' '}
            <button type="button" className="link" onClick={search.retry}>
              Try again
            </button>
          </p>
        )}
        <p role="status" className={status ? 'palette-status' : 'vh'}>
          {status ?? `${items.length} ${items.length === 1 ? 'result' : 'results'}`}
        </p>
        <footer className="palette-foot">
          <span>
            <span className="kbd">↑</span>
            <span className="kbd">↓</span> move
          </span>
          <span>
            <span className="kbd">↵</span> open
          </span>
          <span>
            <span className="kbd">Ctrl ↵</span> new tab
          </span>
          <span>
            <span className="kbd">&gt;</span> actions
          </span>
          <span>
            <span className="kbd">@</span> people
          </span>
          <span className="spacer" />
          <button type="button" onClick={context.commands.keys}>
            <span className="kbd">?</span> all keys
          </button>
        </footer>
      </div>
    </dialog>
  )
}

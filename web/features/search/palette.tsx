import { minSearchLength } from '@gya/domain/features/search/search.rules.ts'
import { IconArrowLeft, IconSearch, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import './palette.css'
import { everywhereKeys, findKey, pressedOf } from '../../lib/keys/keys.ts'
import { shellCommands } from '../../lib/keys/shell-commands.ts'
import { typedAhead } from '../../lib/keys/typed-ahead.ts'
import { isSamePlace, onPlaceRemembered, readRecentPlaces, shownPlaces } from '../../lib/recent-places.ts'
import { saleOnScreen } from '../../lib/sale-on-screen.ts'
import { DialogsContext, ScreensContext } from '../../lib/screens.ts'
import { useMe } from '../../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Icon } from '../../ui/icon.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { Marked } from './marked.tsx'
import {
  foundGroups,
  generalActions,
  type ItemContext,
  isNamed,
  type PaletteGroup,
  type PaletteItem,
  recentItems,
  type Sale,
  saleActions,
  screenItems,
} from './palette-items.ts'
import { useSearch } from './use-search.ts'

type Props = {
  onClose: () => void
  /** Shows a dialog after the palette has closed. */
  onDialog: (dialog: (onClose: () => void) => ReactNode) => void
}

function useItemContext({ onClose, onDialog }: Props): ItemContext {
  const me = useMe()
  const to = useScopedPath()
  const queries = useQueryClient()
  const companyId = useCurrentScope().company ?? ''
  const dialogs = useContext(DialogsContext)
  const over = (dialog: (close: () => void) => ReactNode) => {
    onClose()
    onDialog(dialog)
  }
  const shell = (command: 'keys' | 'quick-add') => () => {
    onClose()
    shellCommands.run(command)
  }
  const saleOf = ({ propertyId, branchId, line1 }: Sale) => ({ propertyId, branchId, line1 })
  return {
    me,
    to,
    commands: {
      log: ({ propertyId, branchId, line1 }, partyRef) =>
        over((close) =>
          dialogs.newConversation({ companyId, sales: [{ propertyId, branchId, address: line1 }], partyRef, onClose: close }),
        ),
      email: (sale, partyRef) =>
        over((close) => dialogs.newMessage({ companyId, sales: sale ? [saleOf(sale)] : [], partyRef, onClose: close })),
      letter: ({ propertyId, branchId }) =>
        over((close) => dialogs.newLetter({ params: { companyId, branchId, propertyId }, onClose: close })),
      addNote: ({ propertyId, branchId }) =>
        over((close) => dialogs.newNote({ params: { companyId, branchId, propertyId }, steps: [], onClose: close })),
      addTask: (sale) => over((close) => dialogs.newTask({ companyId, sales: sale ? [saleOf(sale)] : [], onClose: close })),
      quickAdd: shell('quick-add'),
      keys: shell('keys'),
      support: () => over((close) => dialogs.support({ open: true, onClose: close })),
      undo: () => {
        onClose()
        void import('../../lib/undo/undo-last.ts').then(({ undoLast }) => undoLast(queries))
      },
    },
  }
}

/** After the group of the first hit what can be done with it, if it is somebody to contact. */
function withActions(groups: readonly PaletteGroup[]): PaletteGroup[] {
  const [first] = groups
  const [hit] = first?.items ?? []
  if (!first || !hit?.actions?.length || !/^(People|Firms)$/.test(first.title)) return [...groups]
  return [first, { title: `Actions with ${hit.title}`, items: hit.actions.slice(0, 3) }, ...groups.slice(1)]
}

/** What is listed: for an empty field actions and recent places, else what has the words of the text. */
function useGroups(context: ItemContext, typed: string) {
  const screens = useContext(ScreensContext)
  const [sale, setSale] = useState(saleOnScreen)
  // A page whose names still load is remembered after the palette was opened over it.
  useEffect(() => onPlaceRemembered(() => setSale(saleOnScreen())), [])
  const { company } = useCurrentScope()
  const [recent] = useState(() => readRecentPlaces().filter(({ to }) => !isSamePlace(to, location.pathname + location.search)))
  const prefix = /^[>@]/.exec(typed)?.[0]
  const text = (prefix ? typed.slice(1) : typed).trim()
  const search = useSearch(company, prefix === '>' ? '' : text, prefix === '@')
  const actions = [...(sale ? saleActions(context, sale) : []), ...generalActions(context)]
  // By what they are called, and not by the sale: its address finds the sale.
  const named = actions.filter(({ title }) => isNamed(text, title))
  const places = recentItems(recent.slice(0, shownPlaces))
  const groups: PaletteGroup[] = []
  if (prefix === '>') groups.push({ title: 'Actions', items: named })
  else if (prefix === undefined && text === '')
    groups.push(
      { title: sale ? `On this screen: ${sale.line1}` : 'Actions', items: actions.slice(0, sale ? 4 : 3) },
      { title: 'Recent', items: places },
    )
  else {
    const isAll = prefix === undefined
    const titled = (items: readonly PaletteItem[]) => items.filter(({ title, about }) => isNamed(text, title, about))
    if (isAll) groups.push({ title: 'Actions', items: named })
    if (isAll && text.length < minSearchLength) groups.push({ title: 'Recent', items: titled(places) })
    if (search.found) groups.push(...withActions(foundGroups(context, search.found)))
    if (isAll) groups.push({ title: 'Screens', items: titled(screenItems(context, screens, sale !== null)).slice(0, 6) })
  }
  return { groups: groups.filter(({ items }) => items.length > 0), search, text, prefix, isSearching: company !== undefined }
}

/** "Palette `Ctrl K`": search over everything within reach, screens and actions, by keyboard. A combobox with its listbox. */
export function Palette(props: Props) {
  const { onClose } = props
  const { singleKeys } = useMe()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [ahead] = useState(typedAhead.read)
  const [typed, setTyped] = useState(ahead.text)
  const [markedId, setMarkedId] = useState<string | null>(null)
  /** The item whose actions are listed. */
  const [about, setAbout] = useState<PaletteItem | null>(null)
  /** Enter was pressed before the text was answered: its first hit opens. */
  const [waiting, setWaiting] = useState<{ text: string; inNewTab: boolean } | null>(
    ahead.enter ? { text: ahead.text.replace(/^[>@]/, '').trim(), inNewTab: false } : null,
  )
  const context = useItemContext(props)
  const { groups: all, search, text, prefix, isSearching } = useGroups(context, typed)
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

  const choose = (item: PaletteItem, inNewTab: boolean) => {
    if (item.to === undefined) item.run?.()
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
  /** The letter that an action shows does it, while actions are listed. */
  const actionOfKey = (event: KeyboardEvent): PaletteItem | undefined => {
    if (!about || !singleKeys || event.ctrlKey || event.metaKey || event.altKey) return undefined
    return items.find(({ keys }) => keys?.length === 1 && keys[0] === event.key.toUpperCase())
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
    else if (key === 'Enter') {
      const inNewTab = event.ctrlKey || event.metaKey
      // What is listed at once stays first: actions come before what is found.
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
          : `Nothing has ${text.includes(' ') ? 'all these words' : 'this'}.`
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
          {about ? (
            <button type="button" aria-label="Back to the results" onClick={leaveActions}>
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
            placeholder={isSearching ? 'Address, name, telephone, note, screen or action' : 'Screen or action'}
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
                    {item.keys?.map((key) => (
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
          {status ?? `${items.length} results`}
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

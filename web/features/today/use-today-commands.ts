import { telephoneLink } from '@gya/domain/common/telephone.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { isTyping, pressedOf } from '../../lib/keys/find-key.ts'
import { typedAhead } from '../../lib/keys/typed-ahead.ts'
import { isModal } from '../../lib/keys/use-everywhere-keys.ts'
import { type NewConversation, undoStack } from '../../lib/undo/undo-stack.ts'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { rowPixels } from '../../ui/table/row-pixels.ts'
import { commandOf, type TodayCommand } from './today-keys.ts'
import type { TodayState } from './today-params.ts'
import type { RowActions } from './today-row.tsx'
import { itemId, itemsOfCall, markAfter, type Party, partyOf, type TodayItem, type TodayRow } from './today-rows.ts'
import { enterOf, type ListState, leaveOf } from './use-list-state.ts'
import { rowElement } from './use-roving-row.ts'

/** How long keys after `N`, or after `L` `4`, are kept for the field that they open. */
export const typedAheadMilliseconds = 5_000

/** The menu or dialog over the list. */
export type OpenMenu = { kind: 'snooze' | 'day' | 'log'; items: readonly TodayItem[]; anchor: HTMLElement }

type Options = {
  list: ListState
  frame: RefObject<HTMLDivElement | null>
  state: TodayState
  singleKeys: boolean
  mayWork: boolean
  hrefOf: RowActions['hrefOf']
  /** `row`: the row marked before. */
  complete: (items: readonly TodayItem[], row: string | null) => void
  /** Opens the card, or the full card if the card is open. */
  onCard: () => void
  showCard: () => void
  /** Closes the side panel, otherwise the card. */
  onLeave: () => void
  /** Opens or closes the side panel. */
  onProperty: () => void
  /** Opens the form that adds a note to what was just logged. */
  onDetails: (logged: NewConversation) => void
  onAddTask: ((item: TodayItem | null) => void) | undefined
  /** E-mails the party of the marked row about these items. */
  onEmail: (party: Party, items: readonly TodayItem[]) => void
  /** Accepts what the e-mail of an item proposes; returns false where it is not proved, or proposes nothing. */
  acceptMail: ((mailInId: string, propertyId: string) => Promise<boolean>) | undefined
}

/** Number of rows for PageUp and PageDown. */
const rowsOnScreen = (frame: HTMLElement | null): number =>
  Math.max(1, Math.floor((frame?.parentElement?.clientHeight ?? 0) / rowPixels) - 2)

/** The actions of the keys and buttons of the list. */
export function useTodayCommands(options: Options) {
  const {
    list,
    frame,
    state,
    singleKeys,
    mayWork,
    hrefOf,
    complete,
    onCard,
    showCard,
    onLeave,
    onProperty,
    onDetails,
    onAddTask,
    onEmail,
    acceptMail,
  } = options
  const { rows, index, marked, selected } = list
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [why, setWhy] = useState<{ item: TodayItem; anchor: HTMLElement } | null>(null)
  const follow = useFollowLink()

  const itemsOf = (ids: ReadonlySet<string>): TodayItem[] => rows.flatMap(({ id, item }) => (item && ids.has(id) ? [item] : []))
  /** The selected items, otherwise the marked one, otherwise those of the marked group. */
  const targets = (): readonly TodayItem[] =>
    selected.size > 0 ? itemsOf(selected) : marked?.item ? [marked.item] : (marked?.group.actionItems ?? [])
  /** Moves the mark away from the items, and returns the row to which Undo returns. */
  const leave = (items: readonly TodayItem[]): string | null => {
    const leaving = new Set(items.map(itemId))
    const isMarked = marked !== undefined && (leaving.has(marked.id) || marked.item === null)
    if (isMarked) {
      const next = markAfter(rows, leaving, marked.id)
      // Moves the focus before the row is removed, because removing a focused element causes a second layout.
      if (frame.current?.contains(document.activeElement)) rowElement(frame.current, next)?.focus({ preventScroll: true })
      list.mark(next)
    }
    list.clearSelection()
    return isMarked ? marked.id : (items.map(itemId)[0] ?? null)
  }
  const openMenu = (kind: OpenMenu['kind'], items: readonly TodayItem[], id: string | undefined) => {
    const anchor = rowElement(frame.current, id ?? null)
    if (anchor && items.length > 0) setMenu({ kind, items, anchor })
  }
  const settle = (items: readonly TodayItem[]) => {
    const [only] = items
    const decision = items.length === 1 && only?.kind === 'proposal' ? hrefOf(only) : null
    if (decision) return follow(decision)
    if (items.some(({ canComplete }) => !canComplete)) return undoStack.announce(errors.ACTION_NOT_TICKABLE[1])
    complete(items, leave(items))
  }
  const moveTo = (to: number) => {
    const row = rows[Math.max(0, Math.min(to, rows.length - 1))]
    if (row) list.mark(row.id)
  }
  const beside = (target: HTMLElement, step: 1 | -1): boolean => {
    const row = rowElement(frame.current, marked?.id ?? null)
    const stops = row ? [row, ...row.querySelectorAll<HTMLElement>('a, button:not(.twist), input')] : []
    const next = stops[stops.indexOf(target) + step]
    next?.focus()
    return next !== undefined
  }
  /** The selected items of the party of a row, otherwise all that a call about it covers. */
  const itemsOfContact = (row: TodayRow): TodayItem[] => {
    const covered = itemsOfCall(row)
    const chosen = covered.filter((item) => selected.has(itemId(item)))
    return chosen.length > 0 ? chosen : covered
  }
  const call = () => {
    const party = marked && partyOf(marked)
    const href = party ? telephoneLink(party.tel) : null
    showCard()
    if (href) location.assign(href)
    else undoStack.announce(party ? `${party.name} has no telephone number.` : 'There is nobody to ring about this.')
  }
  const email = () => {
    const party = marked && partyOf(marked)
    if (marked && party && party.email !== '') onEmail(party, itemsOfContact(marked))
    else undoStack.announce(party ? `${party.name} has no e-mail address.` : 'There is nobody to write to about this.')
  }
  const log = () => {
    const party = marked && partyOf(marked)
    if (!marked || !party) return undoStack.announce('There is nobody to ring about this.')
    openMenu('log', itemsOfContact(marked), marked.id)
  }

  /** One key accepts where the sender is proved; else the e-mail opens, which asks. */
  const accept = async () => {
    const item = marked?.item
    if (!item || item.kind !== 'mail' || !item.propertyId || !acceptMail) return undoStack.announce('No e-mail is marked.')
    if (await acceptMail(item.key.slice('mail:'.length), item.propertyId)) return
    const href = hrefOf(item)
    if (href) follow(href)
  }

  /** The conversation may still be being saved. What is typed meanwhile becomes its note; after a refusal it is dropped. */
  const addDetails = async () => {
    typedAhead.begin(typedAheadMilliseconds)
    await undoStack.settled()
    const logged = undoStack.get().undo.at(-1)?.logged
    if (logged) return onDetails(logged)
    typedAhead.discard()
    undoStack.announce('No conversation was just logged.')
  }
  const work: Partial<Record<TodayCommand, () => void>> = {
    select: () => marked?.item && list.select(marked.id, !selected.has(marked.id)),
    log,
    details: () => void addDetails(),
    accept: () => void accept(),
    done: () => (selected.size > 0 || marked?.item ? settle(targets()) : undoStack.announce('Mark a row to complete it.')),
    snooze: () => openMenu('snooze', targets(), marked?.id),
    task: () => onAddTask?.(marked?.item ?? null),
  }
  const run = (command: TodayCommand, target: HTMLElement): void => {
    const perform: Partial<Record<TodayCommand, () => void>> = {
      next: () => moveTo(index + 1),
      previous: () => moveTo(index - 1),
      first: () => moveTo(0),
      last: () => moveTo(rows.length - 1),
      'page-down': () => moveTo(index + rowsOnScreen(frame.current)),
      'page-up': () => moveTo(index - rowsOnScreen(frame.current)),
      open: () => {
        const enter = enterOf(list)
        if (!enter) beside(target, 1)
        else if ('open' in enter) list.setOpen(enter.open, true)
        else list.mark(enter.mark)
      },
      close: () => {
        const away = leaveOf(list)
        if (!target.matches('[data-row]') && beside(target, -1)) return
        if (away && 'close' in away) list.setOpen(away.close, false)
        else if (away) list.mark(away.mark)
      },
      card: onCard,
      property: onProperty,
      'open-property': () => {
        const href = marked?.item ? hrefOf(marked.item) : null
        if (href) follow(href)
      },
      call,
      email,
      arithmetic: () => {
        const anchor = rowElement(frame.current, marked?.id ?? null)
        if (marked?.item && anchor) setWhy({ item: marked.item, anchor })
      },
      leave: () => (selected.size > 0 ? list.clearSelection() : onLeave()),
      ...(mayWork && state === 'now' ? work : {}),
    }
    perform[command]?.()
  }

  return {
    menu,
    why,
    closeMenu: (giveFocusBack: boolean) => {
      setMenu(null)
      if (giveFocusBack) rowElement(frame.current, marked?.id ?? null)?.focus({ preventScroll: true })
    },
    chooseDay: (open: OpenMenu) => setMenu({ ...open, kind: 'day' }),
    /** Moves the mark to the next row before a change. */
    leave,
    settle,
    snoozeRow: (id: string) => {
      const row = rows.find((one) => one.id === id)
      if (row?.item) openMenu('snooze', selected.has(id) ? itemsOf(selected) : [row.item], id)
    },
    /** Moves to the next or previous action item about a sale, for the side panel. */
    move: (by: 1 | -1) => {
      const way = by === 1 ? rows.slice(index + 1) : rows.slice(0, index).toReversed()
      const next = way.find(({ item }) => item !== null && item.propertyId !== null)
      if (next) list.mark(next.id)
    },
    /**
     * Single keys also work while nothing, a chip or the grouping has the focus, as after a click there; the list gets it. Space and the
     * arrows are those of the chip.
     */
    onKeyOutside: (event: globalThis.KeyboardEvent) => {
      const { target } = event
      if (event.defaultPrevented || !(target instanceof HTMLElement) || isModal(target)) return
      const isFree = target === document.body || target.id === 'content' || target.closest('.chips, .seg-s') !== null
      const row = rowElement(frame.current, marked?.id ?? null)
      const pressed = pressedOf(event)
      if (!isFree || !row || pressed.key === ' ' || pressed.key.length > 1) return
      const command = commandOf(pressed, singleKeys)
      if (!command) return
      event.preventDefault()
      row.focus({ preventScroll: true })
      run(command, row)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const target = event.target as HTMLElement
      if (why) setWhy(null)
      if (event.defaultPrevented || isTyping(target) || target.closest('.pop, dialog')) return
      const { key } = event
      if ((key === 'Enter' || key === ' ') && !target.matches('[data-row]')) return
      const command = commandOf(pressedOf(event), singleKeys)
      if (!command) return
      event.preventDefault()
      run(command, target)
    },
  }
}
export type TodayCommands = ReturnType<typeof useTodayCommands>

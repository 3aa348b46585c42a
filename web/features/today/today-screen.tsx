import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import './today.css'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { typedAhead } from '../../lib/keys/typed-ahead.ts'
import { useMarkedSale } from '../../lib/sale-on-screen.ts'
import { DialogsContext } from '../../lib/screens.ts'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { today as currentDay } from '../../lib/today.ts'
import type { NewConversation } from '../../lib/undo/undo-stack.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { usePanelParam } from '../../lib/url-state/use-panel-param.ts'
import { classNames } from '../../ui/class-names.ts'
import { TopProgress } from '../../ui/feedback/loading.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { ShareNobodys } from './share-nobodys.tsx'
import { StartHere } from './start-here.tsx'
import { TodayCards } from './today-cards.tsx'
import { TodayClock } from './today-clock.tsx'
import { TodayEmpty, TodaySkeleton } from './today-empty.tsx'
import { AddTaskButton, GroupingField, ProgressorPicker, TodayChips, TodaySearch } from './today-head.tsx'
import { TodayList } from './today-list.tsx'
import { TodayMenus } from './today-menu.tsx'
import { type CardProps, isCardBeside, startOfCard, TodayPanel } from './today-panel.tsx'
import { todayQuery, useTodayParams } from './today-params.ts'
import type { RowActions } from './today-row.tsx'
import { countsWithout, type Party, partyOf, salesOf, type TodayItem, withoutHidden } from './today-rows.ts'
import { WhyTip } from './today-why.tsx'
import { UpdatesLink } from './updates-link.tsx'
import { useCardStart } from './use-card-start.ts'
import { useHiddenItems } from './use-hidden-items.ts'
import { useListState } from './use-list-state.ts'
import { rowElement, useFocusOnFirstRow, useRovingRow } from './use-roving-row.ts'
import { useSettledElsewhere } from './use-settled-elsewhere.ts'
import { useSidePanel } from './use-side-panel.ts'
import { useTableWithoutOwn } from './use-table-without-own.ts'
import { useTodayActions } from './use-today-actions.ts'
import { typedAheadMilliseconds, useTodayCommands } from './use-today-commands.ts'

const TodayDay = lazy(async () => ({ default: (await import('./today-day.tsx')).TodayDay }))
const TodayPeople = lazy(async () => ({ default: (await import('./today-people.tsx')).TodayPeople }))

const saleOfItem = (item: TodayItem | null | undefined) =>
  item?.propertyId && item.branchId && item.address
    ? { propertyId: item.propertyId, branchId: item.branchId, line1: item.address.line1 }
    : null

/** "What depends on the day is decided when it is read": refetches the list, so that snoozed items return. */
const rereadMilliseconds = 60_000

export type TodayScreenProps = {
  companyId: string
  branches: readonly { _id: string; name: string }[]
  /** URL of the full card of a party, and the callback that stores the conversation of the card opened from it. */
  fullCardOf: (partyRef: string) => string
  onFullCard: (partyRef: string, start: CardProps['start']) => void
  /** The call card of a party. */
  card?: ((props: CardProps) => ReactNode) | undefined
  /** Accepts what the e-mail of an item proposes; returns false where it is not proved, or proposes nothing. */
  acceptMail?: (mailInId: string, propertyId: string) => Promise<boolean>
  addTask?: ((props: { companyId: string; item: TodayItem | null; onClose: () => void }) => ReactNode) | undefined
  frame: (parts: { beside: ReactNode; actions: ReactNode; content: ReactNode }) => ReactNode
}

/** Today: action items by party, highest points first. */
export function TodayScreen({ companyId, branches, fullCardOf, onFullCard, card, acceptMail, addTask, frame }: TodayScreenProps) {
  const [params, setParams] = useTodayParams()
  const { who, branchId, state } = params
  const { singleKeys } = useMe()
  const mayWork = useMay('day.work')
  const phone = useIsPhone()
  const panel = usePanelParam('card')
  const to = useScopedPath()
  const isTable = who === 'people'
  const isDay = state === 'day' && mayWork
  const query = todayQuery(params)
  const read = useCall(readToday, { params: { companyId }, query }, { keep: true, enabled: !isTable, every: rereadMilliseconds })
  const { data } = read
  useTableWithoutOwn(isTable ? undefined : data?.counts, setParams)
  const hiding = useHiddenItems(read.dataUpdatedAt)
  const { hidden } = hiding
  const groups = useMemo(() => withoutHidden(data?.groups ?? [], hidden), [data, hidden])
  const counts = useMemo(() => data && countsWithout(data, hidden), [data, hidden])
  const listName = `${companyId} ${JSON.stringify(query)}`
  const list = useListState(groups, listName)
  const box = useRef<HTMLDivElement>(null)
  const { newConversation, newMessage, propertyPanel } = useContext(DialogsContext)
  const [details, setDetails] = useState<NewConversation | null>(null)
  const [writing, setWriting] = useState<{ party: Party; items: readonly TodayItem[] } | null>(null)
  const [task, setTask] = useState<{ item: TodayItem | null } | null>(null)
  const start = useCardStart(list.marked, listName)
  const takeFocus = useRovingRow(box, list.marked?.id ?? null)
  const actions = useTodayActions(companyId, hiding, {
    singleKeys,
    onDetails: setDetails,
    onBack: (row) => {
      start.drop()
      if (row !== null) list.mark(row)
      takeFocus()
    },
  })
  useMarkedSale(() => saleOfItem(list.marked?.item))
  useSettledElsewhere(companyId, JSON.stringify(query), read.isPlaceholderData ? undefined : data, state === 'now')

  const hrefOf = useCallback(
    ({ branchId: branch, propertyId, kind, key }: TodayItem) => {
      if (!branch || !propertyId) return null
      // "A proposal … whose Done opens the decision." [day §13](docs/design/day.md#13).
      if (kind === 'proposal') return to('/branch/proposals', { branch }, { id: key.slice('proposal:'.length) })
      if (kind === 'mail') return to('/property/emails', { branch, property: propertyId }, { message: key.slice('mail:'.length) })
      return to(key.startsWith('checks:') ? '/property/checks' : '/property/timeline', { branch, property: propertyId })
    },
    [to],
  )
  // Renders the list first, then the panel.
  const shown = useDeferredValue(list.marked)
  const beside = useSidePanel(shown?.item)
  /** Closes the side panel, because there is no room for both. */
  const showCard = () => {
    if (beside.close()) panel.show()
  }
  const follow = useFollowLink()
  const party = list.marked && partyOf(list.marked)
  /** "`Enter` card", and "`Enter` on a marked card" its full card. */
  const openCard = () => {
    const isShown = !beside.shown && (panel.open || isCardBeside())
    if (!isShown) start.drop()
    if (!isShown || !list.marked || !party || party.ref === 'self') return showCard()
    onFullCard(party.ref, start.of(list.marked) ?? startOfCard(list.marked))
    follow(fullCardOf(party.ref))
  }
  const commands = useTodayCommands({
    list,
    frame: box,
    state,
    singleKeys,
    mayWork,
    hrefOf,
    complete: (items, row) => void actions.complete(items, row),
    onCard: openCard,
    showCard,
    onLeave: () => {
      if (beside.shown) return beside.close()
      start.drop()
      if (panel.open) panel.hide()
    },
    onProperty: beside.toggle,
    onDetails: setDetails,
    onAddTask: addTask && ((item) => setTask({ item })),
    acceptMail,
    onEmail: (to, items) => (mayWork ? setWriting({ party: to, items }) : location.assign(`mailto:${to.email}`)),
  })
  // Stable references for the memoised rows.
  const latest = useRef({ list, commands, actions, panel, start })
  useEffect(() => {
    latest.current = { list, commands, actions, panel, start }
  })
  const rowActions = useMemo((): RowActions => {
    const itemOf = (id: string) => latest.current.list.rows.find((row) => row.id === id)?.item
    const withItem = (id: string, run: (item: TodayItem) => void) => {
      const item = itemOf(id)
      if (item) run(item)
    }
    return {
      select: list.select,
      toggle: list.toggle,
      mark: list.mark,
      complete: (id) => withItem(id, (item) => latest.current.commands.settle([item])),
      snooze: (id) => latest.current.commands.snoozeRow(id),
      unsnooze: (id) =>
        withItem(id, (item) => {
          void latest.current.actions.unsnooze([item], latest.current.commands.leave([item]))
        }),
      hrefOf,
    }
  }, [list.select, list.toggle, list.mark, hrefOf])
  useFocusOnFirstRow(box, list.marked?.id, !phone && !isTable && !isDay)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => latest.current.commands.onKeyOutside(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  /** Restores the focus to the list, so that its keys work; while it is loading, once it is there. */
  const focusList = useCallback(() => {
    requestAnimationFrame(() => {
      const row = rowElement(box.current, latest.current.list.marked?.id ?? null)
      if (row) return row.focus({ preventScroll: true })
      if (phone) return
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      takeFocus()
    })
  }, [takeFocus, phone])
  const afterLog = useCallback(() => {
    latest.current.start.drop()
    focusList()
  }, [focusList])
  const closeCard = useCallback(() => {
    latest.current.panel.hide()
    afterLog()
  }, [afterLog])
  const today = data?.today ?? currentDay()
  const snooze = (items: readonly TodayItem[], until: string) => {
    void actions.snooze(items, commands.leave(items), until)
  }
  const log = (outcome: ConversationOutcome, items: readonly TodayItem[]) => {
    if (!party) return
    // A promise needs a day, which the card asks for.
    if (outcome === 'promised') {
      start.set({ sales: salesOf(items), outcome })
      // The card and its day field may still be loading.
      typedAhead.begin(typedAheadMilliseconds)
      return showCard()
    }
    void actions.log(party.ref, items, commands.leave(items), outcome)
  }
  const { menu, why } = commands
  const isWaitingForFirst = !data && !read.error
  const hasRows = list.rows.length > 0
  const content = isTable ? (
    <Suspense fallback={<TopProgress active />}>
      <TodayPeople companyId={companyId} branchId={branchId} />
    </Suspense>
  ) : (
    <>
      <StartHere />
      <TodayChips companyId={companyId} params={params} onChange={setParams} counts={counts} />
      {isDay && (
        <Suspense fallback={<TopProgress active />}>
          <TodayDay companyId={companyId} fullCardOf={fullCardOf} />
        </Suspense>
      )}
      {!isDay && (
        <div className={classNames('today-work', (!hasRows || beside.shown) && 'alone', panel.open && 'with-card')}>
          <section className="frame" aria-label="Today" aria-busy={isWaitingForFirst || undefined}>
            {isWaitingForFirst && <TodaySkeleton />}
            {!data && read.error && <ReadFailed what="list" error={read.error} onRetry={() => void read.refetch()} />}
            {data && counts && !hasRows && <TodayEmpty params={params} counts={counts} today={today} onChange={setParams} />}
            {data && hasRows && phone && (
              <TodayCards
                groups={groups}
                today={today}
                state={state}
                mayWork={mayWork}
                actions={rowActions}
                onCard={(id) => {
                  list.mark(id)
                  panel.show()
                }}
              />
            )}
            {data && hasRows && !phone && (
              <TodayList
                frame={box}
                list={list}
                groups={groups}
                today={today}
                state={state}
                mayWork={mayWork}
                busy={read.isPlaceholderData}
                actions={rowActions}
                onKeyDown={commands.onKeyDown}
                onOpenCard={() => undefined}
              />
            )}
            {data && data.paging.totalPages > 1 && (
              <div className="bar down">
                <span className="spacer" />
                <Pager
                  currentPage={data.paging.currentPage}
                  totalPages={data.paging.totalPages}
                  onPage={(page) => setParams({ page })}
                />
              </div>
            )}
          </section>
          <TodayPanel
            companyId={companyId}
            row={beside.shown ? undefined : shown}
            today={today}
            state={state}
            singleKeys={singleKeys}
            open={panel.open}
            onClose={closeCard}
            onLeave={afterLog}
            start={start.of(shown)}
            made={start.made}
            onLogged={afterLog}
            fullCardOf={fullCardOf}
            card={card}
          />
        </div>
      )}
      {beside.shown &&
        propertyPanel({
          params: { companyId, branchId: beside.shown.branchId, propertyId: beside.shown.propertyId },
          address: beside.shown.address,
          onMove: commands.move,
          onClose: () => {
            beside.hide()
            focusList()
          },
        })}
      {details &&
        newConversation({
          ...details,
          onClose: () => {
            setDetails(null)
            focusList()
          },
        })}
      {writing &&
        newMessage({
          companyId,
          partyRef: writing.party.ref,
          sales: salesOf(writing.items),
          onClose: () => {
            setWriting(null)
            focusList()
          },
        })}
      <TodayMenus menu={menu} commands={commands} digits={singleKeys} onSnooze={snooze} onLog={log} onDayClosed={focusList} />
      {why && <WhyTip item={why.item} today={today} anchor={why.anchor} />}
    </>
  )
  return (
    <>
      {frame({
        beside: <TodayClock />,
        actions: (
          <div className="today-actions">
            {!isTable && !isDay && <TodaySearch value={params.q} onSearch={(q) => setParams({ q, page: 0 })} />}
            <ProgressorPicker
              companyId={companyId}
              params={params}
              onChange={setParams}
              counts={counts}
              branches={branches}
              onChosen={focusList}
            />
            {!isTable && state === 'now' && <GroupingField value={params.by} onChange={(by) => setParams({ by, page: 0 })} />}
            <ShareNobodys companyId={companyId} params={params} sales={counts?.sales ?? 0}>
              <UpdatesLink companyId={companyId} params={params} />
            </ShareNobodys>
            {addTask && mayWork && <AddTaskButton onClick={() => setTask({ item: null })} />}
          </div>
        ),
        content,
      })}
      {task && addTask?.({ companyId, item: task.item, onClose: () => setTask(null) })}
    </>
  )
}

import { Fragment, type KeyboardEvent, type RefObject, useDeferredValue, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { SkipLink } from '../../ui/navigation/skip-link.tsx'
import { rowPixels } from '../../ui/table/row-pixels.ts'
import { GroupHead } from './today-group.tsx'
import type { TodayState } from './today-params.ts'
import { ItemRow, type RowActions } from './today-row.tsx'
import { canCloseRow, hasHead, type TodayGroup } from './today-rows.ts'
import type { ListState } from './use-list-state.ts'
import { rowElement } from './use-roving-row.ts'

type Props = {
  frame: RefObject<HTMLDivElement | null>
  list: ListState
  groups: readonly TodayGroup[]
  today: string
  state: TodayState
  mayWork: boolean
  busy: boolean
  actions: RowActions
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onOpenCard: () => void
}

/** Waiting items have a column for their return instead of the exchange. */
const columnsOf = (state: TodayState) =>
  [
    ['bx', ''],
    ['sg', ''],
    ['first', 'Property'],
    ['', 'What to do, and what was tried'],
    ['r x', state === 'waiting' ? 'Back' : 'Exchange'],
    ['r fee', 'Fee'],
    ['r', 'Points'],
  ] as const
const hiddenNames: Readonly<Record<number, string>> = { 0: 'Select', 1: 'Kind' }

/** Elements of a row that handle clicks themselves. */
const own = 'a, button, input, label'

/** The list as a tree grid of groups and action items with a roving tabindex. */
export function TodayList({ frame, list, groups, today, state, mayWork, busy, actions, onKeyDown, onOpenCard }: Props) {
  const { marked, selected, index: markedIndex } = list
  // First the rows that the window has room for; the others right after they are painted.
  const isWhole = useDeferredValue(true, false)
  const [rowsInWindow] = useState(() => Math.ceil(window.innerHeight / rowPixels))
  const rows = isWhole || markedIndex >= rowsInWindow ? list.rows : list.rows.slice(0, rowsInWindow)
  const more = new Map(groups.map((group) => [group.ref, group.more]))
  return (
    <div className={classNames('today-scroll', busy && 'dimmed')}>
      <SkipLink onSkip={() => rowElement(frame.current, marked?.id ?? null)?.focus()}>Skip to the list</SkipLink>
      <div
        ref={frame}
        role="treegrid"
        aria-label="What to do"
        aria-multiselectable="true"
        className={classNames('today-grid', state === 'waiting' && 'waiting')}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <div role="row" className="today-cols">
          {columnsOf(state).map(([className, name], index) => (
            <span key={name || hiddenNames[index]} role="columnheader" className={className || undefined}>
              {name || <span className="vh">{hiddenNames[index]}</span>}
            </span>
          ))}
        </div>
        <div
          role="rowgroup"
          onKeyDown={undefined}
          onFocus={(event) => {
            const id = event.target.closest<HTMLElement>('[data-row]')?.dataset.row
            if (id && id !== marked?.id) actions.mark(id)
          }}
          onClick={(event) => {
            const target = event.target as HTMLElement
            if (target.closest(own)) return
            const row = target.closest<HTMLElement>('[data-row]')
            if (!row || window.getSelection()?.toString()) return
            row.focus({ preventScroll: true })
            onOpenCard()
          }}
        >
          {rows.map((row, index) => {
            const { id, group, item, open } = row
            const isMarked = id === marked?.id
            const isLast = item !== null && list.rows[index + 1]?.group !== group
            const left = isLast ? (more.get(group.ref) ?? 0) : 0
            if (item === null)
              return (
                <GroupHead
                  key={id}
                  id={id}
                  group={group}
                  open={open}
                  canClose={canCloseRow(row)}
                  marked={isMarked}
                  actions={actions}
                />
              )
            return (
              <Fragment key={id}>
                <ItemRow
                  id={id}
                  item={item}
                  level={hasHead(group) ? 2 : 1}
                  today={today}
                  state={state}
                  marked={isMarked}
                  selected={selected.has(id)}
                  mayWork={mayWork}
                  actions={actions}
                />
                {left > 0 && (
                  <div role="row" aria-level={2} className="today-more">
                    <span role="gridcell" aria-colspan={7}>
                      {left} more of this group come up as these are settled.
                    </span>
                  </div>
                )}
              </Fragment>
            )
          })}
        </div>
      </div>
    </div>
  )
}

import { isOneOf, progressors, workers } from '@gya/domain/access/permissions.ts'
import './updates.css'
import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { listUpdates } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import { maxUpdatesListed, type UpdateSkipReason } from '@gya/domain/features/vendor-updates/vendor-updates.model.ts'
import { describeMeans, describeRun, describeUntold } from '@gya/domain/features/vendor-updates/vendor-updates.rules.ts'
import { IconCircleCheck, IconDeviceMobile, IconMail, IconPencil, IconPhone } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { findKey, pressedOf } from '../../lib/keys/find-key.ts'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParams, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { UpdateLetter } from './update-letter.tsx'
import { updateKeys } from './updates-keys.ts'
import { type Update, useUpdateActions } from './use-update-actions.ts'

const signs = { email: IconMail, app: IconDeviceMobile, telephone: IconPhone }

type Branches = readonly { _id: string; name: string }[]

/** The vendors to list: one's own, a colleague's, Nobody's or all of a branch. */
function WhosePicker({
  companyId,
  value,
  branches,
  onChange,
}: {
  companyId: string
  value: string
  branches: Branches
  onChange: (value: string) => void
}) {
  const me = useMe()
  const members = useCall(listCompanyMembers, { params: { companyId }, query: { status: 'current', itemsPerPage: '100' } })
  const colleagues = (members.data?.data ?? []).filter(({ _id, type }) => _id !== me._id && isOneOf(progressors, type))
  const options = [
    ...(me.company?._id === companyId && isOneOf(workers, me.type) ? [{ value: 'me', label: 'Me' }] : []),
    { value: 'nobody', label: 'Nobody' },
    ...colleagues.map(({ _id, fullName }) => ({ value: _id, label: fullName })),
    ...branches.map(({ _id, name }) => ({ value: `all:${_id}`, label: `All of ${name}` })),
  ]
  return (
    <SelectField
      label="Sales progressor"
      hideLabel
      small
      searchable={options.length > 12}
      width={176}
      options={options}
      value={value}
      onChange={onChange}
    />
  )
}

type RowProps = { update: Update; marked: boolean; onMark: () => void }

const Row = ({ update, marked, onMark }: RowProps) => (
  <li>
    <button
      type="button"
      className={classNames('update-row', marked && 'marked')}
      aria-current={marked || undefined}
      tabIndex={marked ? 0 : -1}
      data-row={update.propertyId}
      onClick={onMark}
    >
      <Icon of={signs[update.how]} size={16} />
      <span className="upd-line1">{update.address.line1}</span>
      <span className={classNames('upd-days', update.lastUpdatedOn === null && 'never')}>{describeUntold(update)}</span>
      <span className="upd-vendor">
        {update.vendor.name}
        <span className="vh">, {describeMeans(update.how, update.vendor.email)}</span>
      </span>
      <span className="upd-edited">
        {update.draft.edited && (
          <>
            <Icon of={IconPencil} size={14} /> Edited
          </>
        )}
      </span>
    </button>
  </li>
)

type Props = {
  companyId: string
  branches: Branches
  frame: (parts: { beside: ReactNode; actions: ReactNode; content: ReactNode }) => ReactNode
}

/** "List left, letter right." [day §7](docs/design/day.md#7): the vendors who are due for an update, with its text. */
export function UpdatesScreen({ companyId, branches, frame }: Props) {
  const me = useMe()
  const mayWork = useMay('day.work')
  const phone = useIsPhone()
  const to = useScopedPath()
  const search = useSearchParams()
  const setSearch = useSetSearchParams()
  const [firstBranch] = branches
  const first =
    me.company?._id === companyId && isOneOf(progressors, me.type) ? 'me' : firstBranch ? `all:${firstBranch._id}` : 'nobody'
  const whose = search.who ? (search.who === 'all' ? `all:${search.branches ?? ''}` : search.who) : first
  const [who = 'me', branchId] = whose.split(':')
  const q = search.q ?? ''
  const query = { who, ...(branchId ? { branchIds: branchId } : {}), ...(q.length > 0 ? { searchText: q } : {}) }
  const read = useCall(listUpdates, { params: { companyId }, query }, { keep: true })
  const actions = useUpdateActions(companyId)
  const rows = (read.data?.data ?? []).filter(({ propertyId }) => !actions.hidden.has(propertyId))
  const [markedId, setMarkedId] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const marked = rows.find(({ propertyId }) => propertyId === markedId) ?? rows[0]
  const box = useRef<HTMLDivElement>(null)
  const skipBox = useRef<HTMLDivElement>(null)

  const focusRow = (id: string | undefined) =>
    requestAnimationFrame(() => {
      const row = id === undefined ? null : box.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)
      row?.focus({ preventScroll: true })
      row?.scrollIntoView({ block: 'nearest' })
    })
  const mark = (update: Update | undefined) => {
    if (!update) return
    setMarkedId(update.propertyId)
    focusRow(update.propertyId)
  }
  const at = marked ? rows.indexOf(marked) : -1
  /** The row after the removed one, or the last remaining row. */
  const markNext = () => {
    const next = rows[at + 1] ?? rows[at - 1]
    setMarkedId(next?.propertyId ?? null)
    if (!next) setOpen(false)
    focusRow(next?.propertyId)
  }
  const send = () => {
    if (!marked || !mayWork || marked.how === 'telephone') return
    void actions.send(marked)
    markNext()
  }
  const skip = (reason: UpdateSkipReason) => {
    if (!marked) return
    void actions.skip(marked, reason)
    markNext()
  }
  const edit = () => box.current?.querySelector<HTMLTextAreaElement>('.letter textarea')?.focus()

  const commandOf = (event: KeyboardEvent) => findKey(updateKeys, pressedOf(event.nativeEvent), me.singleKeys)?.command
  const onListKey = (event: KeyboardEvent) => {
    const command = commandOf(event)
    if (!command || command === 'leave') return
    event.preventDefault()
    if (command === 'send') send()
    if (command === 'next') mark(rows[at + 1])
    if (command === 'previous') mark(rows[at - 1])
    if (command === 'first') mark(rows[0])
    if (command === 'last') mark(rows.at(-1))
    if (command === 'edit') {
      if (phone) setOpen(true)
      requestAnimationFrame(edit)
    }
    if (command === 'skip') skipBox.current?.querySelector('button')?.click()
  }
  const onLetterKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented) return
    const command = commandOf(event)
    if (command === 'send') {
      event.preventDefault()
      send()
    }
    if (command !== 'leave' || !(event.target instanceof HTMLTextAreaElement)) return
    event.preventDefault()
    event.target.blur()
    focusRow(marked?.propertyId)
  }

  // The list has the focus when the screen opens, so that its keys work immediately.
  const firstId = phone ? undefined : rows[0]?.propertyId
  const hasFocused = useRef(false)
  useEffect(() => {
    if (hasFocused.current || firstId === undefined) return
    hasFocused.current = true
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.id === 'content')
      box.current?.querySelector<HTMLElement>(`[data-row="${firstId}"]`)?.focus({ preventScroll: true })
  }, [firstId])

  const counts = read.data?.counts
  const showsLetter = marked && (!phone || open)
  const content = (
    <div
      className={classNames('updates', phone && open && marked && 'letter-open')}
      ref={box}
      aria-busy={!read.data && !read.error}
    >
      {!read.data && !read.error && <SkeletonLines lines={8} />}
      {!read.data && read.error && <ReadFailed what="list" error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && !marked && (
        <div className="frame updates-empty">
          <EmptyState
            title={q ? 'Nothing fits' : 'Every vendor has been told.'}
            icon={IconCircleCheck}
            actions={q ? <Button onClick={() => setSearch({ q: undefined }, { replace: true })}>Show all</Button> : undefined}
          >
            {q
              ? `No address or name here holds “${q}”.`
              : 'A vendor comes up here when nobody has told them anything for a while.'}
          </EmptyState>
        </div>
      )}
      {marked && (
        <>
          <section className="frame updates-list" aria-label="Vendors to tell" onKeyDown={onListKey}>
            <ul className={classNames(read.isPlaceholderData && 'dimmed')}>
              {rows.map((update) => (
                <Row
                  key={update.propertyId}
                  update={update}
                  marked={update === marked}
                  onMark={() => {
                    setMarkedId(update.propertyId)
                    if (phone) setOpen(true)
                  }}
                />
              ))}
            </ul>
            {counts && counts.due > maxUpdatesListed && (
              <p className="updates-more">
                The {maxUpdatesListed} longest untold are here; {counts.due - maxUpdatesListed} more follow.
              </p>
            )}
          </section>
          {showsLetter && (
            <UpdateLetter
              key={marked.propertyId}
              update={marked}
              mayWork={mayWork}
              href={to('/property/timeline', { branch: marked.branchId, property: marked.propertyId })}
              cardHref={to('/chase', {}, { party: marked.vendor.ref })}
              onBack={phone ? () => setOpen(false) : undefined}
              onSend={send}
              onSkip={skip}
              onStore={() => void actions.store(marked)}
              onStartAgain={() => void actions.startAgain(marked)}
              onKeepWords={() => void actions.keepWords(marked)}
              onKeyDown={onLetterKey}
              skipRef={skipBox}
            />
          )}
        </>
      )}
    </div>
  )
  return frame({
    beside: counts ? <span className="run">{describeRun(counts)}</span> : null,
    actions: (
      <div className="updates-actions">
        <SearchField
          label="Search"
          hideLabel
          placeholder="Search"
          small
          width={168}
          value={q}
          onChange={(text) => setSearch({ q: text || undefined }, { replace: true })}
        />
        <WhosePicker
          companyId={companyId}
          value={whose}
          branches={branches}
          onChange={(chosen) => {
            const [chosenWho, chosenBranch] = chosen.split(':')
            setMarkedId(null)
            setSearch({ who: chosenWho, branches: chosenBranch }, { replace: true })
          }}
        />
      </div>
    ),
    content,
  })
}

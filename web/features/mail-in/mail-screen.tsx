import './mail-in.css'
import { showCount } from '@gya/domain/common/show-count.ts'
import { countMailIn, listMailIn, readMailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { IconArrowLeft, IconMailPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { callOptions, useCall } from '../../lib/api/use-call.ts'
import { useScreenKeys } from '../../lib/keys/use-screen-keys.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useLocalStorage } from '../../lib/storage/use-local-storage.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParams, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton, SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { FiledOn } from './filed-on.tsx'
import { isOffWords } from './mail-in.messages.ts'
import { mailKeys, pressedWithDigits } from './mail-keys.ts'
import { MailList, type MailListRow } from './mail-list.tsx'
import { MessageView } from './message-view.tsx'
import { useMailActions } from './use-mail-actions.ts'
import { useSaleChoice, WhichSale } from './which-sale.tsx'

type ListState = 'inbox' | 'aside' | 'junk' | 'filed'
const isListState = (text: string | undefined): text is ListState => text === 'aside' || text === 'junk' || text === 'filed'
const pageSize = 50

/** Keys that the focused element uses itself. */
const isTaken = ({ key, target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  ((key === 'Enter' && target.matches('button:not(.mail-row), a, summary')) ||
    (/^(Arrow|Home|End)/.test(key) && target.closest('[role="radiogroup"], .msg-pane, .tabs') !== null))

type Props = {
  companyId: string
  branches: readonly { _id: string; name: string }[]
  frame: (parts: { actions: ReactNode; content: ReactNode }) => ReactNode
}

/** Mail: the e-mails that are on no sale, and those that were filed. List, reader, *Which sale?*. [mail-in §9](docs/design/mail-in.md#9). */
export function MailScreen({ companyId, branches, frame }: Props) {
  const phone = useIsPhone()
  const queries = useQueryClient()
  const search = useSearchParams()
  const setSearch = useSetSearchParams()
  const [storedBranch, storeBranch] = useLocalStorage<string>('mail.branch', '')
  const branchId = branches.some(({ _id }) => _id === storedBranch) ? storedBranch : ''
  const state = isListState(search.state) ? search.state : 'inbox'
  const q = search.q ?? ''
  const page = Number(search.page ?? 0) || 0
  const ofBranch = branchId ? { branchIds: branchId } : {}
  const query = { ...ofBranch, state, itemsPerPage: String(pageSize), currentPage: String(page), ...(q ? { searchText: q } : {}) }
  const read = useCall(listMailIn, { params: { companyId }, query }, { keep: true })
  const counts = useCall(countMailIn, { params: { companyId }, query: ofBranch }).data
  const [markedId, setMarkedId] = useState(search.id)
  const actions = useMailActions(companyId, ({ _id }) => setMarkedId(_id))
  const rows = (read.data?.data ?? []).filter((mail) => !actions.hasLeft(mail))
  // A colleague may have filed the marked one: the mark stays at its place.
  const lastAt = useRef(0)
  const found = rows.findIndex(({ _id }) => _id === markedId)
  const at = found >= 0 ? found : Math.min(lastAt.current, rows.length - 1)
  const marked = rows[at]
  useEffect(() => {
    lastAt.current = Math.max(0, at)
  })
  const detail = useCall(
    readMailIn,
    { params: { companyId, mailInId: marked?._id ?? '' }, query: {} },
    { enabled: marked !== undefined },
  )
  const nextId = rows[at + 1]?._id
  const isRead = detail.data !== undefined
  useEffect(() => {
    if (isRead && nextId)
      void queries.prefetchQuery(callOptions(readMailIn, { params: { companyId, mailInId: nextId }, query: {} }))
  }, [queries, companyId, isRead, nextId])
  const choice = useSaleChoice(detail.data)
  const [alikeOf, setAlikeOf] = useState<string | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const which = useRef<HTMLElement>(null)
  const isOpen = phone && search.id !== undefined && marked !== undefined

  const focusRow = useCallback((id: string | undefined) => {
    requestAnimationFrame(() => {
      const row = id === undefined ? null : box.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)
      row?.focus({ preventScroll: true })
      row?.scrollIntoView({ block: 'nearest' })
    })
  }, [])
  const mark = (mail: MailListRow | undefined) => {
    if (!mail) return
    setMarkedId(mail._id)
    focusRow(mail._id)
  }
  /** What was filed or set aside leaves the list, and the next one is marked. */
  const leave = () => {
    const next = rows[at + 1] ?? rows[at - 1]
    setMarkedId(next?._id)
    choice.reset()
    setChoosing(false)
    if (isOpen) setSearch({ id: undefined }, { replace: true })
    focusRow(next?._id)
  }
  const file = (propertyIds: readonly (string | undefined)[]) => {
    const ids = propertyIds.filter((id) => id !== undefined)
    if (!marked || ids.length === 0 || state === 'filed') return
    void actions.file(marked, ids)
    leave()
  }
  const setAside = (as: 'inbox' | 'aside' | 'junk') => {
    if (!marked || as === state || state === 'filed') return
    void actions.setAside(marked, as, alikeOf === marked._id)
    leave()
  }
  const pass = (branchId: string) => {
    if (!marked) return
    void actions.pass(marked, branchId)
    leave()
  }
  const nth = ({ key }: { key: string }) => choice.sales[Number(key) - 1]?.propertyId
  useScreenKeys(
    mailKeys,
    {
      next: () => mark(rows[at + 1]),
      previous: () => mark(rows[at - 1]),
      first: () => mark(rows[0]),
      last: () => mark(rows.at(-1)),
      file: (pressed) => file([nth(pressed)]),
      add: (pressed) => choice.toggle(nth(pressed)),
      'file-chosen': () =>
        choice.ids.length > 0 ? file(choice.ids) : which.current?.querySelector<HTMLElement>('button')?.focus(),
      find: () => which.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus(),
      aside: () => setAside(state === 'inbox' ? 'aside' : 'inbox'),
      junk: () => setAside('junk'),
      pass: () => which.current?.querySelector<HTMLElement>('[data-pass]')?.click(),
      original: () => box.current?.querySelector<HTMLElement>('[data-original]')?.click(),
    },
    isTaken,
    pressedWithDigits,
  )
  // The list has the focus when the screen opens.
  const firstId = rows[0]?._id
  const hasFocused = useRef(false)
  useEffect(() => {
    if (hasFocused.current || phone || firstId === undefined) return
    hasFocused.current = true
    if (document.activeElement === document.body || document.activeElement?.id === 'content') focusRow(firstId)
  }, [focusRow, firstId, phone])

  const whichSale =
    marked &&
    (state === 'filed' ? (
      <FiledOn companyId={companyId} mail={detail.data} onMove={(ids) => void actions.file(marked, ids)} />
    ) : (
      <WhichSale
        key={marked._id}
        companyId={companyId}
        row={marked}
        mail={detail.data}
        state={state}
        choice={choice}
        alike={alikeOf === marked._id}
        onAlike={(alike) => setAlikeOf(alike ? marked._id : null)}
        onFile={file}
        onAside={setAside}
        onPass={pass}
        box={which}
      />
    ))
  const paging = read.data?.paging
  const content = (
    <>
      {counts?.isOn === false && rows.length > 0 && <Notice tone="info">{isOffWords}</Notice>}
      <div
        className={classNames('mail', isOpen && 'open', !marked && 'alone')}
        ref={box}
        aria-busy={(!read.data && !read.error) || undefined}
      >
        <section className="frame mail-list" aria-label="Mail">
          <div className="mail-list-head">
            <SegmentedField
              label="List"
              hideLabel
              wide
              options={[
                { value: 'inbox', label: counts && counts.inbox > 0 ? `To file ${counts.inbox}` : 'To file' },
                { value: 'aside', label: 'Aside' },
                { value: 'junk', label: 'Junk' },
                { value: 'filed', label: 'Filed' },
              ]}
              value={state}
              onChange={(next) => setSearch({ state: next === 'inbox' ? undefined : next, page: undefined, id: undefined })}
            />
            <SearchField
              label="Search"
              hideLabel
              placeholder="Sender, subject or words"
              small
              value={q}
              onChange={(text) => setSearch({ q: text || undefined, page: undefined }, { replace: true })}
            />
          </div>
          {!read.data && !read.error && <RowSkeletons />}
          {!read.data && read.error && <ReadFailed what="list" error={read.error} onRetry={() => void read.refetch()} />}
          {read.data && !marked && <Nothing state={state} q={q} counts={counts} onAll={() => setSearch({ q: undefined })} />}
          {marked && (
            <MailList
              rows={rows}
              marked={marked}
              dimmed={read.isPlaceholderData}
              onMark={(mail) => {
                setMarkedId(mail._id)
                if (phone) setSearch({ id: mail._id })
              }}
            />
          )}
          {paging && paging.totalPages > 1 && (
            <div className="bar down">
              <span className="spacer" />
              <Pager
                currentPage={paging.currentPage}
                totalPages={paging.totalPages}
                onPage={(to) => setSearch({ page: to === 0 ? undefined : String(to) })}
              />
            </div>
          )}
        </section>
        {marked && (!phone || isOpen) && (
          <>
            {/* Scrolls by keys once it has the focus. */}
            <section className="frame msg-pane" aria-label="E-mail" tabIndex={0}>
              {isOpen && (
                <Button
                  size="s"
                  variant="quiet"
                  icon={IconArrowLeft}
                  onClick={() => setSearch({ id: undefined }, { replace: true })}
                >
                  All e-mails
                </Button>
              )}
              {detail.data && <MessageView key={marked._id} companyId={companyId} mail={detail.data} subject />}
              {!detail.data && detail.error && (
                <ReadFailed what="e-mail" error={detail.error} onRetry={() => void detail.refetch()} />
              )}
              {!detail.data && !detail.error && <SkeletonLines lines={8} />}
            </section>
            {!phone && <div className="frame which-pane">{whichSale}</div>}
            {isOpen && (
              <footer className="mail-foot">
                <Button variant="primary" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
                  {state === 'filed' ? 'Filed on' : 'Which sale?'}
                </Button>
              </footer>
            )}
            {isOpen && isChoosing && (
              <Dialog open title={state === 'filed' ? 'Filed on' : 'Which sale?'} onClose={() => setChoosing(false)}>
                {whichSale}
              </Dialog>
            )}
          </>
        )}
      </div>
    </>
  )
  return frame({
    actions: branches.length > 1 && !isOpen && (
      <SelectField
        label="Branch"
        hideLabel
        small
        searchable={branches.length > 12}
        width={176}
        options={[{ value: '', label: 'All branches' }, ...branches.map(({ _id, name }) => ({ value: _id, label: name }))]}
        value={branchId}
        onChange={(chosen) => {
          storeBranch(chosen ?? '')
          setSearch({ page: undefined, id: undefined }, { replace: true })
        }}
      />
    ),
    content,
  })
}

const RowSkeletons = () => (
  <div role="status" aria-label="Loading, please wait.">
    {Array.from({ length: 8 }, (_, index) => (
      <div key={`row-${index}`} className="mail-row-skeleton">
        <Skeleton width="45%" />
        <Skeleton width="80%" />
      </div>
    ))}
  </div>
)

const nothingIn = { aside: 'Nothing is set aside.', junk: 'There is no junk.', filed: 'No e-mail is on a sale yet.' }

type NothingProps = { state: ListState; q: string; counts: { isOn: boolean; filedToday: number } | undefined; onAll: () => void }

/** Shown in place of an empty list. */
function Nothing({ state, q, counts, onAll }: NothingProps) {
  const to = useScopedPath()
  const maySetUp = useMay('mail.settings')
  if (q)
    return (
      <EmptyState title="Nothing fits" actions={<Button onClick={onAll}>Show all</Button>}>
        No e-mail of this list holds “{q}”.
      </EmptyState>
    )
  if (state !== 'inbox') return <EmptyState title={nothingIn[state]} />
  if (!counts) return null
  if (!counts.isOn)
    return (
      <EmptyState
        title="No e-mail comes in yet"
        icon={IconMailPlus}
        actions={maySetUp && <LinkButton to={to('/branch/mail')}>Set up</LinkButton>}
      >
        {maySetUp
          ? 'Give the branch an address: answers to what you send then come to the sale by themselves.'
          : 'A branch admin can give the branch an address, under Branch › E-mail.'}
      </EmptyState>
    )
  return (
    <EmptyState title="Nothing to file.">
      {counts.filedToday > 0 &&
        `${showCount(counts.filedToday, 'e-mail')} filed ${counts.filedToday === 1 ? 'itself' : 'themselves'} today.`}
    </EmptyState>
  )
}

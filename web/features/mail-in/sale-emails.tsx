import './mail-in.css'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import { listCorrespondence, readMailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { IconAlertTriangle, IconMail, IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useSearchParam } from '../../lib/url-state/search-params.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { Tag } from '../../ui/tag.tsx'
import { showArrival } from './mail-list.tsx'
import { ThreadView } from './thread-view.tsx'

/** The tab E-mails of a sale: threads left, one open right. [mail-in §9](docs/design/mail-in.md#9). */
export function SaleEmails({ params }: { params: PropertyParams }) {
  const [page, setPage] = useState(0)
  const query = { itemsPerPage: '25', currentPage: String(page) }
  const { data, error, refetch } = useCall(listCorrespondence, { params, query }, { keep: true })
  const [opened, setChosen] = useState<string>()
  // The address may name an e-mail: its thread is open.
  const mailInId = useSearchParam('message') ?? ''
  const named = useCall(
    readMailIn,
    { params: { companyId: params.companyId, mailInId }, query: {} },
    { enabled: mailInId !== '' },
  )
  const chosen = opened ?? named.data?.threadId
  if (!data) return error ? <ReadFailed what="list" error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />
  const threads = data.data
  const at = Math.max(
    0,
    threads.findIndex(({ threadId }) => threadId === chosen),
  )
  const open = threads[at]
  if (!open)
    return (
      <EmptyState title="No e-mails on this sale yet." icon={IconMail}>
        Answers to what you send from here come in by themselves; you can also forward to the address of the branch.
      </EmptyState>
    )
  return (
    <div className="threads">
      <section className="frame" aria-label="Threads">
        <ul>
          {threads.map((thread) => {
            const { threadId, subject, with: people, count, lastOn, hasFiles, hasWarning, waits } = thread
            return (
              <li key={threadId}>
                <button
                  type="button"
                  className={classNames('mail-row', thread === open && 'marked', hasWarning && 'warned')}
                  aria-current={thread === open || undefined}
                  onClick={() => setChosen(threadId)}
                >
                  <span className="mail-who">
                    <span>
                      <b>{people.join(', ') || 'Nobody'}</b>
                    </span>
                  </span>
                  <time dateTime={lastOn}>{showArrival(lastOn)}</time>
                  <span className="mail-subject">{subject || 'No subject'}</span>
                  <span className="mail-files-n">
                    {waits && <Tag tone="amber">Waits</Tag>}
                    {hasWarning && (
                      <span className="mail-warned">
                        <Icon of={IconAlertTriangle} size={14} /> <span className="vh">Warning</span>
                      </span>
                    )}
                    {hasFiles && (
                      <>
                        <Icon of={IconPaperclip} size={14} />
                        <span className="vh">With files, </span>
                      </>
                    )}
                    {count}
                    <span className="vh"> {showCount(count, 'e-mail').replace(/^\S+ /, '')}</span>
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
        {data.paging.totalPages > 1 && (
          <div className="bar down">
            <Pager currentPage={data.paging.currentPage} totalPages={data.paging.totalPages} onPage={setPage} />
          </div>
        )}
      </section>
      <ThreadView
        key={open.threadId}
        params={params}
        threadId={open.threadId}
        subject={open.subject}
        onStep={(by) => setChosen(threads[Math.min(Math.max(at + by, 0), threads.length - 1)]?.threadId)}
      />
    </div>
  )
}

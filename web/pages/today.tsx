import { lazy, Suspense } from 'react'
import { useCompany } from '../features/companies/company-page.tsx'
import { storeCardHandover } from '../features/conversations/card-handover.ts'
import { cardParams } from '../features/conversations/card-url.ts'
import { useAcceptMail } from '../features/mail-in/use-mail-actions.ts'
import type { TodayItem } from '../features/today/today-rows.ts'
import { TodayScreen } from '../features/today/today-screen.tsx'
import { useMe } from '../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../lib/url-state/current-scope.ts'
import { useSearchParams } from '../lib/url-state/search-params.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { SkeletonLines } from '../ui/feedback/loading.tsx'
import { Page } from '../ui/layout/page.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'

const AddTaskDialog = lazyDialog(async () => (await import('../features/tasks/task-dialog.tsx')).AddTaskDialog)

/** Loaded after the list. */
const CallCard = lazy(async () => ({ default: (await import('../features/conversations/call-card.tsx')).CallCard }))

const MailCard = lazy(async () => ({ default: (await import('../features/mail-in/mail-card.tsx')).MailCard }))

/** /today: today's action items by party. */
export default function TodayPage() {
  const { company: companyId } = useCurrentScope()
  const me = useMe()
  const to = useScopedPath()
  const search = useSearchParams()
  const { data: company } = useCompany()
  const branches = me.branches.length > 0 ? me.branches : (company?.branches ?? [])
  const [branch] = me.branches
  const acceptMail = useAcceptMail(companyId ?? '')
  const crumbs = [
    { label: me.company?.name ?? company?.name ?? 'Company', to: to('/company/edit') },
    ...(branch && me.branches.length === 1 ? [{ label: branch.name, to: to('/branch/edit', { branch: branch._id }) }] : []),
    { label: 'Today' },
  ]
  if (!companyId)
    return (
      <Page crumbs={[{ label: 'Today' }]} title="Today">
        <EmptyState title="No company found." actions={<LinkButton to="/company/manage">Manage Companies</LinkButton>}>
          Choose a company first, under Manage Companies.
        </EmptyState>
      </Page>
    )
  return (
    <TodayScreen
      companyId={companyId}
      branches={branches}
      fullCardOf={(partyRef) => to('/chase', {}, cardParams(search, partyRef))}
      onFullCard={(partyRef, start) => storeCardHandover(companyId, partyRef, start)}
      acceptMail={acceptMail}
      card={({ cardKey, item, ...props }) => (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <CallCard {...props} key={cardKey} mail={mailOf(companyId, item)} />
        </Suspense>
      )}
      addTask={({ item, ...props }) => <AddTaskDialog {...props} sales={salesOf(item)} />}
      frame={({ beside, actions, content }) => (
        <Page fill crumbs={crumbs} title="Today" beside={beside} actions={actions}>
          {content}
        </Page>
      )}
    />
  )
}

/** The e-mail of a row. */
const mailOf = (companyId: string, item: TodayItem | null) =>
  item?.kind === 'mail' && item.propertyId && item.branchId ? (
    <MailCard
      companyId={companyId}
      branchId={item.branchId}
      propertyId={item.propertyId}
      mailInId={item.key.slice('mail:'.length)}
    />
  ) : undefined

/** The sale of a row. */
const salesOf = (item: TodayItem | null) =>
  item?.propertyId && item.branchId && item.address
    ? [{ propertyId: item.propertyId, branchId: item.branchId, line1: item.address.line1 }]
    : []

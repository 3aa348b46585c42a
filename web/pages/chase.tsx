import { readParty } from '@gya/domain/features/conversations/conversations.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { useContext, useRef, useState } from 'react'
import { useCardHandover } from '../features/conversations/card-handover.ts'
import { cardParams, todayParams } from '../features/conversations/card-url.ts'
import { ConversationList } from '../features/conversations/conversation-list.tsx'
import { GroupNavigation } from '../features/conversations/group-navigation.tsx'
import { LogPanel } from '../features/conversations/log-panel.tsx'
import { PartySales } from '../features/conversations/party-sales.tsx'
import { PartyStrip } from '../features/conversations/party-strip.tsx'
import { salesInForm, startOfGroup, useConversation } from '../features/conversations/use-conversation.ts'
import { salesOf } from '../features/today/today-rows.ts'
import { ReadFailed } from '../lib/api/read-failed.tsx'
import { useCall } from '../lib/api/use-call.ts'
import { LeaveGuard } from '../lib/forms/leave-guard.tsx'
import { DialogsContext } from '../lib/screens.ts'
import { useCurrentScope, useScopedPath } from '../lib/url-state/current-scope.ts'
import { isNotFound, ScopeNotFound } from '../lib/url-state/scope-not-found.tsx'
import { type SearchParams, useSearchParams, useSetSearchParams } from '../lib/url-state/search-params.ts'
import { useDiallerReturn } from '../lib/use-dialler-return.ts'
import { Avatar } from '../ui/avatar.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { SkeletonForm } from '../ui/feedback/loading.tsx'
import { Page } from '../ui/layout/page.tsx'
import { useLeaveWithoutAsking } from '../ui/navigation/link.tsx'

/** Today's groups of parties in the same order, with the sales and action items of each; undefined while loading. */
function useTodayGroups(companyId: string) {
  const { who, branches, by, groups, q } = useSearchParams()
  const query = {
    ...(who && who !== 'people' ? { who } : {}),
    ...(branches ? { branchIds: branches } : {}),
    ...(groups ? { groups } : {}),
    ...(q ? { searchText: q } : {}),
    // As Today groups them: when grouped by person, a firm's group contains only items that wait for no particular person.
    by: by === 'firm' ? ('firm' as const) : ('person' as const),
    itemsPerPage: '100',
    currentPage: '0',
  }
  const { data, error } = useCall(readToday, { params: { companyId }, query })
  if (!data) return error ? [] : undefined
  return data.groups.flatMap(({ kind, party, actionItems }) =>
    kind === 'party' && party ? { ref: party.ref, sales: salesOf(actionItems) } : [],
  )
}

/** The position of a party among Today's groups, and the initial conversation with it. */
function usePlaceInToday(companyId: string, partyRef: string) {
  const groups = useTodayGroups(companyId)
  const at = groups?.findIndex(({ ref }) => ref === partyRef) ?? -1
  const [lastAt, setLastAt] = useState<number | null>(null)
  if (at >= 0 && at !== lastAt) setLastAt(at)
  const start = startOfGroup(groups?.[at]?.sales, lastAt !== null)
  return { isLoading: groups === undefined, refs: (groups ?? []).map(({ ref }) => ref), at, lastAt, start }
}

const tabs = ['log', 'conversations', 'sales'] as const

/** /chase?party=…: the full card of a party, with the conversation being logged. */
export default function Chase() {
  const { party } = useSearchParams()
  const { company } = useCurrentScope()
  const to = useScopedPath()
  if (party === undefined || company === undefined)
    return (
      <Page crumbs={[{ label: 'Today', to: to('/today') }, { label: 'Call card' }]} title="Call card">
        <EmptyState title="Nobody chosen." actions={<LinkButton to={to('/today')}>Open Today</LinkButton>}>
          Choose a person or firm in Today, or on the contacts page of a property.
        </EmptyState>
      </Page>
    )
  return <PartyPage key={party} companyId={company} partyRef={party} />
}

function PartyPage({ companyId, partyRef }: { companyId: string; partyRef: string }) {
  const to = useScopedPath()
  const search = useSearchParams()
  const setParams = useSetSearchParams()
  const { data: party, error, refetch } = useCall(readParty, { params: { companyId }, query: { ref: partyRef } })
  const place = usePlaceInToday(companyId, partyRef)
  const { isLoading, refs, at, lastAt } = place
  const kept = useCardHandover(companyId, partyRef)
  const start = kept.start ?? place.start
  const form = useConversation({ companyId, partyRef, party: isLoading ? undefined : party, start, stored: true })
  const goOn = useLeaveWithoutAsking()
  const { newMessage } = useContext(DialogsContext)
  const [writing, setWriting] = useState(false)
  const onEmail = () => setWriting(true)
  const cards = refs.map((ref) => (ref === partyRef ? null : to('/chase', {}, cardParams(search, ref))))
  // The list is refetched after logging: the next group is the one that followed before.
  const next = at < 0 ? null : cards[at + 1]
  const first = useRef<HTMLButtonElement>(null)
  const onCall = useDiallerReturn(() => {
    setParams({ tab: undefined }, { replace: true })
    requestAnimationFrame(() => first.current?.focus())
  })
  const back = { label: 'Today', to: to('/today', {}, todayParams(search)) }
  if (!party || isLoading)
    return (
      <Page crumbs={[back, { label: 'Call card' }]} title="Call card">
        {isNotFound(error) ? (
          <ScopeNotFound title="No such person or firm." way={back} />
        ) : error ? (
          <ReadFailed what="call card" error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonForm fields={6} />
        )}
      </Page>
    )
  const { name, firm } = party.party
  const shown = tabs.find((tab) => tab === search.tab) ?? 'log'
  const tab = (key: (typeof tabs)[number], label: string, count?: number) => ({
    label,
    to: to('/chase', {}, { ...cardParams(search, partyRef), tab: key === 'log' ? undefined : key }),
    current: shown === key,
    count,
  })
  return (
    <Page
      crumbs={[back, { label: name }]}
      header={
        <>
          <LeaveGuard
            dirty={form.dirty && !form.pending}
            stays={({ pathname, search }) => pathname === '/chase' && (search as SearchParams).party === partyRef}
          />
          <header className="head">
            <Avatar name={name} size={32} />
            <h1>{name}</h1>
            {firm && firm.name !== name && <span className="mut">{firm.name}</span>}
            <span className="spacer" />
            <GroupNavigation cards={cards} lastAt={lastAt} list={back.to} />
          </header>
          <PartyStrip party={party} onCall={onCall} onEmail={onEmail} />
        </>
      }
      tabs={{
        label: 'Call card',
        items: [
          tab('log', 'Log'),
          tab('conversations', 'Conversations', party.conversationCount),
          tab('sales', 'Sales', party.sales.length),
        ],
      }}
    >
      {shown === 'log' && (
        <LogPanel form={form} party={party} first={first} onEmail={onEmail} onLogged={() => (next ? goOn(next) : kept.done())} />
      )}
      {shown === 'conversations' && <ConversationList companyId={companyId} of={{ partyRef }} />}
      {shown === 'sales' && <PartySales sales={party.sales} />}
      {writing && newMessage({ companyId, partyRef, sales: salesInForm(form), onClose: () => setWriting(false) })}
    </Page>
  )
}

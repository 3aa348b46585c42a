import './applications.css'
import { apiScopeLabels } from '@gya/domain/access/api-scopes.ts'
import { showDateTime } from '@gya/domain/common/dates.ts'
import { type ConnectedApp, deleteApp, listApps, updateApp } from '@gya/domain/features/applications/applications.contract.ts'
import type { AppState } from '@gya/domain/features/applications/applications.rules.ts'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { actionsColumn, type Column } from '../../ui/table/table-column.ts'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { AddAppDialog, AllowDialog } from './app-dialog.tsx'
import { appRefused, appRemoved } from './applications.messages.ts'
import { GrantsDialog } from './grants-dialog.tsx'

const states = {
  asked: { tone: 'amber', label: 'Asked for' },
  allowed: { tone: 'good', label: 'Allowed' },
  refused: { tone: 'grey', label: 'Refused' },
} as const satisfies Record<AppState, { tone: TagTone; label: string }>

const StateTag = ({ state }: Pick<ConnectedApp, 'state'>) => <Tag tone={states[state].tone}>{states[state].label}</Tag>

const scopeWords = ({ state, scopes }: ConnectedApp) =>
  state === 'asked' ? '—' : scopes.map((scope) => apiScopeLabels[scope]).join(' · ')

const lastUsedWords = ({ lastUsedOn }: ConnectedApp) => (lastUsedOn ? showDateTime(lastUsedOn) : 'Not used yet')

type Doing = { what: 'add' } | { what: 'allow' | 'refuse' | 'remove' | 'people'; app: ConnectedApp }

/** The applications that a company knows: those asked for on top. [open §2.4](docs/design/open.md#2.4). */
export function AppsTable({ companyId }: { companyId: string }) {
  const list = useCall(listApps, { params: { companyId } }, { keep: true })
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  const act = (what: 'allow' | 'refuse' | 'remove', app: ConnectedApp, label: string) => (
    <Button size="s" aria-haspopup="dialog" aria-label={`${label} ${app.name}`} onClick={() => setDoing({ what, app })}>
      {label}
    </Button>
  )
  const peopleOf = (app: ConnectedApp) => {
    if (app.people === 0) return <span className="mut">Nobody</span>
    const people = app.people === 1 ? '1 person' : `${app.people} people`
    return (
      <Button
        size="s"
        aria-haspopup="dialog"
        aria-label={`${people} of ${app.name}`}
        onClick={() => setDoing({ what: 'people', app })}
      >
        {people}
      </Button>
    )
  }
  const actions = (app: ConnectedApp) => (
    <span className="app-actions">
      {app.state === 'allowed' ? act('allow', app, 'Change') : act('allow', app, 'Allow…')}
      {app.state !== 'refused' && act('refuse', app, 'Refuse')}
      {app.state !== 'asked' && act('remove', app, 'Remove')}
    </span>
  )
  const columns: readonly Column<ConnectedApp>[] = [
    {
      id: 'name',
      head: 'Name',
      main: true,
      cell: ({ name, host, clientId }) => (
        <span className="app-name">
          {name} <span className="mut app-line">{host}</span>
          {clientId.startsWith('app_') && <span className="mut app-line">{clientId}</span>}
        </span>
      ),
    },
    { id: 'state', head: 'State', cell: (app) => <StateTag state={app.state} /> },
    { id: 'scopes', head: 'May have', cell: (app) => <span className="app-may">{scopeWords(app)}</span> },
    { id: 'people', head: 'People', cell: peopleOf },
    { id: 'asked', head: 'Asked for by', cell: ({ askedBy }) => askedBy ?? '—' },
    { id: 'used', head: 'Last used', cell: (app) => <span className="tnum">{lastUsedWords(app)}</span> },
    actionsColumn(actions),
  ]
  if (list.error && !list.data) return <ReadFailed what="applications" error={list.error} onRetry={() => void list.refetch()} />
  return (
    <div className="apps-page">
      <PagedTable
        label="Applications"
        columns={columns}
        rows={list.data?.data}
        rowKey={({ _id }) => _id}
        rowClassName={({ state }) => (state === 'refused' ? 'mut' : undefined)}
        above={
          <>
            <span className="spacer" />
            <Button variant="primary" size="s" icon={IconPlus} onClick={() => setDoing({ what: 'add' })}>
              Allow an application
            </Button>
          </>
        }
        empty={
          <EmptyState title="No application is connected." icon={IconPlugConnected}>
            Keys are for programs without a person.
          </EmptyState>
        }
        cardHasLinks
        card={(app) => (
          <>
            <div className="r1">
              <b>{app.name}</b>
              <span className="spacer" />
              <StateTag state={app.state} />
            </div>
            <div className="r2 mut">{app.host}</div>
            <div className="r2">{scopeWords(app)}</div>
            <div className="r2 mut tnum">{lastUsedWords(app)}</div>
            <span className="app-actions">
              {peopleOf(app)}
              {actions(app)}
            </span>
          </>
        )}
      />
      {doing?.what === 'add' && <AddAppDialog companyId={companyId} onClose={close} />}
      {doing?.what === 'allow' && <AllowDialog companyId={companyId} app={doing.app} onClose={close} />}
      {doing?.what === 'people' && <GrantsDialog companyId={companyId} app={doing.app} onClose={close} />}
      {doing?.what === 'refuse' && (
        <ConfirmSaveDialog
          call={updateApp}
          input={{ params: { companyId, appId: doing.app._id }, body: { state: 'refused', version: doing.app.version } }}
          messages={appRefused}
          title={`Refuse ‘${doing.app.name}’?`}
          confirmLabel="Refuse"
          danger
          onClose={close}
        >
          <p>Nobody can connect it. The next call for anybody who has connected it is refused.</p>
        </ConfirmSaveDialog>
      )}
      {doing?.what === 'remove' && (
        <ConfirmSaveDialog
          call={deleteApp}
          input={{ params: { companyId, appId: doing.app._id } }}
          messages={appRemoved}
          title={`Remove ‘${doing.app.name}’?`}
          confirmLabel="Remove"
          danger
          notFound="It was removed already."
          onClose={close}
        >
          <p>It ends for everybody who has connected it, and leaves the list. People can ask for it again.</p>
        </ConfirmSaveDialog>
      )}
    </div>
  )
}

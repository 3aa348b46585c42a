import './api-keys.css'
import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import { listApiKeys, revokeApiKey, rotateApiKey } from '@gya/domain/features/api-keys/api-keys.contract.ts'
import { type KeyState, oldKeyEndsAfterDays } from '@gya/domain/features/api-keys/api-keys.rules.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { CallDialog } from '../../lib/forms/call-dialog.tsx'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { actionsColumn, type Column } from '../../ui/table/table-column.ts'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { keyRevoked, keyRotated } from './api-keys.messages.ts'
import { KeyDialog } from './key-dialog.tsx'
import { lastUseWords } from './last-use-words.ts'
import { type Key, SecretDialog } from './secret-dialog.tsx'

const states = {
  active: { tone: 'good', label: 'In use' },
  unused: { tone: 'amber', label: 'Unused for 90 days' },
  replaced: { tone: 'amber', label: 'Replaced' },
  expired: { tone: 'grey', label: 'Ended' },
  revoked: { tone: 'grey', label: 'Revoked' },
} as const satisfies Record<KeyState, { tone: TagTone; label: string }>

const StateTag = ({ state }: Pick<Key, 'state'>) => <Tag tone={states[state].tone}>{states[state].label}</Tag>

const isOver = ({ state }: Key): boolean => state === 'expired' || state === 'revoked'

const endWords = ({ revokedOn, expiresOn }: Key): string =>
  revokedOn ? `Revoked ${showDate(londonDay(revokedOn))}` : showDate(londonDay(expiresOn))

const branchWords = ({ branches }: Key): string => branches?.map(({ name }) => name).join(', ') ?? 'All'

const Scopes = ({ scopes }: Key) => (
  <span className="key-scopes">
    {scopes.map((scope) => (
      <Tag key={scope} tone="grey">
        <span className="key-scope">{scope}</span>
      </Tag>
    ))}
  </span>
)

type Doing = { what: 'make' } | { what: 'change' | 'rotate' | 'revoke'; key: Key }

export function Keys({ companyId }: { companyId: string }) {
  const list = useCall(listApiKeys, { params: { companyId } }, { keep: true })
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  const actions = (key: Key) =>
    isOver(key) ? null : (
      <span className="key-actions">
        {key.state !== 'replaced' && (
          <>
            <Button size="s" aria-label={`Change ${key.name}`} onClick={() => setDoing({ what: 'change', key })}>
              Change
            </Button>
            <Button size="s" aria-label={`Rotate ${key.name}`} onClick={() => setDoing({ what: 'rotate', key })}>
              Rotate
            </Button>
          </>
        )}
        <Button size="s" aria-label={`Revoke ${key.name}`} onClick={() => setDoing({ what: 'revoke', key })}>
          Revoke
        </Button>
      </span>
    )
  const [now] = useState(() => new Date().toISOString())
  const columns: readonly Column<Key>[] = [
    {
      id: 'name',
      head: 'Name',
      main: true,
      cell: ({ name, prefix }) => (
        <>
          {name} <span className="mut key-prefix">{prefix}…</span>
        </>
      ),
    },
    { id: 'state', head: 'State', cell: (key) => <StateTag state={key.state} /> },
    { id: 'scopes', head: 'May', cell: (key) => <Scopes {...key} /> },
    { id: 'branches', head: 'Branches', cell: branchWords },
    { id: 'createdBy', head: 'Made by', cell: ({ createdBy }) => createdBy },
    { id: 'lastUsed', head: 'Last used', className: 'tnum key-used', cell: (key) => lastUseWords(key, now) },
    { id: 'ends', head: 'Ends', cell: (key) => <span className="tnum">{endWords(key)}</span> },
    actionsColumn(actions),
  ]
  if (list.error && !list.data) return <ReadFailed what="keys" error={list.error} onRetry={() => void list.refetch()} />
  return (
    <div className="keys-page">
      <PagedTable
        label="Keys"
        columns={columns}
        rows={list.data?.data}
        rowKey={({ _id }) => _id}
        rowClassName={(key) => (isOver(key) ? 'mut' : undefined)}
        above={
          <>
            <span>
              <a className="link" href="/api/docs">
                The calls
              </a>{' '}
              ·{' '}
              <a className="link" href="/api/client.ts">
                TypeScript client
              </a>
            </span>
            <span className="spacer" />
            <Button variant="primary" size="s" icon={IconPlus} onClick={() => setDoing({ what: 'make' })}>
              New key
            </Button>
          </>
        }
        empty={
          <EmptyState
            title="No keys yet"
            icon={IconKey}
            actions={
              <Button variant="primary" icon={IconPlus} onClick={() => setDoing({ what: 'make' })}>
                New key
              </Button>
            }
          >
            With a key, your website, a report or another program can use GYA, with the rights and until the day you choose.
          </EmptyState>
        }
        cardHasLinks
        card={(key) => (
          <>
            <div className="r1">
              <b>{key.name}</b>
              <span className="spacer" />
              <StateTag state={key.state} />
            </div>
            <Scopes {...key} />
            <div className="r2 mut tnum">
              {lastUseWords(key, now)} · ends {endWords(key)}
            </div>
            {actions(key)}
          </>
        )}
      />
      {doing?.what === 'make' && <KeyDialog companyId={companyId} onClose={close} />}
      {doing?.what === 'change' && <KeyDialog companyId={companyId} editing={doing.key} onClose={close} />}
      {doing?.what === 'rotate' && <RotateDialog companyId={companyId} of={doing.key} onClose={close} />}
      {doing?.what === 'revoke' && (
        <ConfirmSaveDialog
          call={revokeApiKey}
          input={{ params: { companyId, keyId: doing.key._id } }}
          messages={keyRevoked}
          title={`Revoke ${doing.key.name}?`}
          confirmLabel="Revoke"
          danger
          onClose={close}
        >
          <p>Its next call is refused, and so is an upload that is under way. A revoked key cannot be brought back.</p>
        </ConfirmSaveDialog>
      )}
    </div>
  )
}

const endLabels: Record<(typeof oldKeyEndsAfterDays)[number], string> = { 0: 'At once', 1: 'In 1 day', 7: 'In 7 days' }

/** "Rotating makes a new key with the same scopes; the old one ends after 0, 1 or 7 days as chosen." */
function RotateDialog({ companyId, of, onClose }: { companyId: string; of: Key; onClose: () => void }) {
  const saving = useSave(rotateApiKey, keyRotated)
  const [days, setDays] = useState<(typeof oldKeyEndsAfterDays)[number]>(1)
  const [made, setMade] = useState<{ of: Key; secret: string } | null>(null)
  if (made) return <SecretDialog companyId={companyId} {...made} onClose={onClose} />
  const rotate = async () => {
    const answer = await saving.save({ params: { companyId, keyId: of._id }, body: { oldEndsAfterDays: days } })
    if (answer) setMade({ of: answer, secret: answer.secret })
  }
  return (
    <CallDialog
      title={`Rotate ${of.name}`}
      saving={saving}
      messages={keyRotated}
      saveLabel="Create the new key"
      onSave={rotate}
      onClose={onClose}
    >
      <p>You get a new key with the same rights. Both work until the old one ends.</p>
      <SegmentedField
        label="The old key ends"
        options={oldKeyEndsAfterDays.map((value) => ({ value, label: endLabels[value] }))}
        value={days}
        onChange={setDays}
      />
    </CallDialog>
  )
}

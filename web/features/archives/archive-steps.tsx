import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import {
  deleteArchive,
  giveUpRestore,
  inviteAll,
  readArchive,
  restoreArchive,
  verifyArchive,
} from '@gya/domain/features/archives/archive-upload.contract.ts'
import { whyNotGiveUp, whyNotHandle } from '@gya/domain/features/archives/archive-upload.rules.ts'
import { IconCheck, IconMailForward, IconPackageImport, IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { fileSize } from '../../ui/fields/file-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { StepRail } from '../../ui/navigation/step-rail.tsx'
import { archiveRemoved, everybodyInvited, restoreGivenUp, restoreStarted, verifyStarted } from './archives.messages.ts'
import { archiveStateWords, archivesPath, UploadArchive } from './read-archive.tsx'

type Archive = Wire<typeof readArchive, 'response'>

/** Polling interval while a job runs, in milliseconds. */
const progressEvery = 2_000

const isWorking = ({ state }: Archive): boolean => state === 'verifying' || state === 'restoring' || state === 'giving-up'

const steps = ['Upload', 'Verify', 'Restore', 'Invite'] as const
const stepOf: Record<Archive['state'], number> = {
  uploading: 0,
  verifying: 1,
  refused: 1,
  verified: 2,
  restoring: 2,
  'giving-up': 2,
  restored: 3,
}

/** An archive: its step, the result of the verification, and what can be done next. */
export function ArchiveSteps({ archiveId }: { archiveId: string }) {
  const [working, setWorking] = useState(false)
  const params = { archiveId }
  const { data, error, refetch } = useCall(readArchive, { params }, working ? { every: progressEvery } : {})
  if (data && isWorking(data) !== working) setWorking(isWorking(data))
  if (!data) return error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines />
  return (
    <div className="archives">
      <StepRail
        steps={steps.map((title, at) => ({
          key: title,
          title,
          isDone: at < stepOf[data.state],
          isCurrent: at === stepOf[data.state],
        }))}
      />
      <About archive={data} />
      {data.state === 'uploading' && data.missingParts.length > 0 && <UploadArchive />}
      <Acts archive={data} />
      {data.refusal && <Refusal refusal={data.refusal} />}
      {data.failure && data.state === 'restoring' && (
        <Notice tone="warn" title="The restore was interrupted">
          The last attempt ended with this error: {data.failure} GYA tries again automatically. If it keeps failing, give it up:
          what it has written is removed.
        </Notice>
      )}
      {data.state === 'restored' && data.company && <InviteEverybody companyId={data.company._id} />}
      {(data.progress.length > 0 || isWorking(data)) && <Verified archive={data} />}
    </div>
  )
}

function About({ archive }: { archive: Archive }) {
  const { name, bytes, state, company, exportedAt, position, withFiles, parts, missingParts } = archive
  return (
    <FormPanel title={company?.name ?? name}>
      <p role="status">
        {isWorking(archive) && <progress aria-label={archiveStateWords[state]} />} {archiveStateWords[state]}
        {state === 'uploading' && `: ${parts - missingParts.length} of ${parts} parts`}
        {state === 'uploading' && missingParts.length === 0 && ' have arrived. Verify it next.'}
      </p>
      <p className="mut">
        {name}, {fileSize(bytes)}
        {exportedAt && `. Exported on ${showDateTime(exportedAt)}, record up to entry ${(position ?? 0).toLocaleString('en-GB')}`}
        {exportedAt && (withFiles ? ', with files.' : ', without files.')}
      </p>
    </FormPanel>
  )
}

function Acts({ archive }: { archive: Archive }) {
  const params = { archiveId: archive._id }
  const navigate = useNavigate()
  const verifying = useSave(verifyArchive, verifyStarted)
  const [asked, setAsked] = useState<'restore' | 'give-up' | 'remove' | null>(null)
  const canVerify = whyNotHandle('verify', archive.state) === null && archive.missingParts.length === 0
  return (
    <div className="archive-acts">
      {verifying.overlay}
      {canVerify && (
        <Button
          icon={IconShieldCheck}
          variant={archive.state === 'verified' ? 'default' : 'primary'}
          pending={verifying.pending}
          onClick={() => void verifying.save({ params })}
        >
          {archive.state === 'uploading' ? 'Verify' : 'Verify again'}
        </Button>
      )}
      {archive.state === 'verified' && (
        <Button icon={IconPackageImport} variant="primary" onClick={() => setAsked('restore')}>
          Restore
        </Button>
      )}
      {whyNotHandle('remove', archive.state) === null && (
        <Button icon={IconTrash} variant="quiet" onClick={() => setAsked('remove')}>
          Remove archive
        </Button>
      )}
      {whyNotGiveUp(archive) === null && (
        <Button variant="danger-quiet" onClick={() => setAsked('give-up')}>
          Give up…
        </Button>
      )}
      {asked === 'give-up' && (
        <ConfirmSaveDialog
          call={giveUpRestore}
          input={{ params }}
          messages={restoreGivenUp}
          title="Give up this restore?"
          confirmLabel="Give up"
          danger
          onClose={() => setAsked(null)}
        >
          What it has written of {archive.company?.name ?? 'the company'} is removed. Nobody could see it yet. The archive stays;
          you can verify and restore it again.
        </ConfirmSaveDialog>
      )}
      {asked === 'restore' && (
        <ConfirmSaveDialog
          call={restoreArchive}
          input={{ params }}
          messages={restoreStarted}
          title={`Restore ${archive.company?.name ?? ''}?`}
          confirmLabel="Restore"
          onClose={() => setAsked(null)}
        >
          The company is hidden until it is complete. Its accounts have no passwords; endpoints, calendars and keys are switched
          off.
        </ConfirmSaveDialog>
      )}
      {asked === 'remove' && (
        <ConfirmSaveDialog
          call={deleteArchive}
          input={{ params }}
          messages={archiveRemoved}
          title="Remove this archive?"
          confirmLabel="Remove"
          danger
          onClose={() => setAsked(null)}
          onDone={() => void navigate({ to: archivesPath })}
        >
          The uploaded file is removed. A company that was restored from it stays.
        </ConfirmSaveDialog>
      )}
    </div>
  )
}

function Refusal({ refusal }: { refusal: NonNullable<Archive['refusal']> }) {
  return (
    <Notice tone="bad" title={archiveStateWords.refused}>
      {refusal.message}
      {refusal.addresses.length > 0 && (
        <>
          {' '}
          The people concerned have to change them, here or before a new export. Then verify the archive again.
          <ul>
            {refusal.addresses.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}

/** One line for each table. */
function Verified({ archive }: { archive: Archive }) {
  return (
    <FormPanel title="What was verified">
      <ul className="archive-lines">
        {archive.progress.map(({ name, rows }) => (
          <li key={name}>
            <Icon of={IconCheck} size={14} />
            <span>{name}</span>
            <span className="tnum">{rows.toLocaleString('en-GB')}</span>
          </li>
        ))}
      </ul>
    </FormPanel>
  )
}

function InviteEverybody({ companyId }: { companyId: string }) {
  const { save, pending, error, overlay } = useSave(inviteAll, everybodyInvited)
  const [done, setDone] = useState<{ invited: number; left: number } | null>(null)
  const invite = async () => setDone(await save({ params: { companyId } }))
  return (
    <FormPanel title="Invite everybody">
      {overlay}
      <p>Everybody whose account is not activated gets a link to choose a password: staff first, 1,000 an hour.</p>
      <Button icon={IconMailForward} variant="primary" pending={pending} onClick={() => void invite()}>
        Invite everybody
      </Button>
      {done && (
        <p role="status">
          {done.invited.toLocaleString('en-GB')} invited
          {done.left > 0 ? `, ${done.left.toLocaleString('en-GB')} left. Invite them in an hour.` : '. Nobody is left.'}
        </p>
      )}
      {error && <Notice tone="bad">{error.message}</Notice>}
    </FormPanel>
  )
}

import { showDateTime } from '@gya/domain/common/dates.ts'
import {
  endSupportAccess,
  listOwnSupportAccesses,
  listSupportAccesses,
  openSupportAccess,
} from '@gya/domain/features/support-access/support-access.contract.ts'
import { maxSupportHours, maxSupportReason, minSupportReason } from '@gya/domain/features/support-access/support-access.rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { reportFailure } from '../../lib/api/report-failure.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { useKeptState } from '../../lib/forms/use-kept-state.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Polling interval in milliseconds while the approval is awaited. */
const pollEvery = 5_000

const hourOptions = Array.from({ length: maxSupportHours }, (_, index) => ({
  value: index + 1,
  label: index === 0 ? '1 hour' : `${index + 1} hours`,
}))

const toldWords = (administrators: number): string =>
  administrators === 0
    ? 'It has no administrator to notify. The access is listed in its audit log and record.'
    : `Its ${administrators === 1 ? 'administrator is' : `${administrators} administrators are`} notified by e-mail, and see the access in the audit log and record.`

type Props = { companyId: string; onClose: () => void; onEntered: () => void }

/** "The platform admin enters a company only with a reason, for at most 8 hours." */
export function EnterCompanyDialog({ companyId, onClose, onEntered }: Props) {
  const queries = useQueryClient()
  const { data: company } = useCall(listSupportAccesses, { params: { companyId }, query: { itemsPerPage: '1' } })
  const { data: own, dataUpdatedAt } = useCall(listOwnSupportAccesses, {}, { every: pollEvery })
  const [askedAt] = useState(Date.now)
  const current = own?.data.find((access) => access.companyId === companyId)
  const [draft, setDraft] = useKeptState(`enter-company:${companyId}`, { reason: '', hours: 1 })
  const { reason, hours } = draft
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  // Cached data may include an access that has ended since.
  const isOpen = current?.state === 'open' && dataUpdatedAt > askedAt
  useEffect(() => {
    if (isOpen) onEntered()
  }, [isOpen, onEntered])
  const waiting = current?.state === 'waiting' ? current : undefined
  const name = company?.company ?? 'this company'
  const missing = reason.trim().length < minSupportReason ? `Enter a reason of at least ${minSupportReason} characters.` : null

  const make = async (call: () => Promise<unknown>) => {
    setPending(true)
    setError(null)
    try {
      await call()
      await queries.invalidateQueries({ queryKey: [listOwnSupportAccesses.path] })
    } catch (refusal) {
      reportFailure(refusal, setError)
    } finally {
      setPending(false)
    }
  }
  const enter = () => {
    if (missing === null && !pending && !waiting)
      void make(() => callApi(openSupportAccess, { params: { companyId }, body: { reason, hours } }))
  }
  const takeBack = (accessId: string) => void make(() => callApi(endSupportAccess, { params: { companyId, accessId } }))

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={enter}
      locked={pending}
      title={`Enter ${name}`}
      footer={
        waiting ? (
          <>
            <Button onClick={() => takeBack(waiting._id)} pending={pending}>
              Take back
            </Button>
            <Button variant="primary" onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose} disabledReason={pending ? 'Please wait...' : null}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" pending={pending} disabledReason={missing}>
              {company?.requiresApproval && company.administrators > 0 ? 'Ask to enter' : 'Enter'}
            </Button>
          </>
        )
      }
    >
      {error && <Notice tone="bad">{error.message}</Notice>}
      {waiting ? (
        <>
          <Notice title={`Waiting for an administrator of ${name}.`}>
            Asked {showDateTime(waiting.askedOn)}. Once it is approved, this goes on by itself, and you get an e-mail.
          </Notice>
          <p className="mut">{waiting.reason}</p>
        </>
      ) : (
        <>
          <p>{company ? toldWords(company.administrators) : 'Its administrators are notified.'}</p>
          {company?.requiresApproval && company.administrators > 0 && (
            <p>One of them has to approve it first. The hours start with the approval.</p>
          )}
          <TextAreaField
            label="Reason"
            hint={`What you need to do, such as the number of a support request. At least ${minSupportReason} characters.`}
            value={reason}
            onChange={(text) => setDraft({ ...draft, reason: text ?? '' })}
            limit={maxSupportReason}
            rows={3}
          />
          <SelectField
            label="For"
            options={hourOptions}
            value={hours}
            onChange={(value) => setDraft({ ...draft, hours: value ?? 1 })}
          />
        </>
      )}
    </Dialog>
  )
}

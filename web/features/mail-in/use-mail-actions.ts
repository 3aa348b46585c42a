import {
  acceptMailIn,
  fileMailIn,
  keepMailFiles,
  passMailIn,
  readMailIn,
  setMailAside,
} from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { acceptProposal, declineProposal } from '@gya/domain/features/party-links/party-links.contract.ts'
import { completeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { newIdempotencyKey } from '../../lib/api/new-idempotency-key.ts'
import { isOutcomeUnknown, reportFailure } from '../../lib/api/report-failure.ts'
import { useMay } from '../../lib/session/session.tsx'
import { undoStack } from '../../lib/undo/undo-stack.ts'

type Answer = { undoId: string | null; description: string }
type ProposalParams = { companyId: string; branchId: string; propertyId: string; proposalId: string }
export type MailVersion = { _id: string; subject: string; version: number }

/** A changed e-mail has another version: one that comes back to the list is not hidden any more. */
const stateOf = ({ _id, version }: MailVersion): string => `${_id} ${version}`

/**
 * Files an e-mail, sets it aside or passes it on. It leaves its list at once; the response shows the message with Undo, a refusal brings it back and calls
 * `onBack`, as Undo does.
 */
export function useMailActions(companyId: string, onBack: (mail: MailVersion) => void = () => undefined) {
  const queries = useQueryClient()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  // A mutation, because live updates are paused while one is pending.
  const { mutateAsync } = useMutation<Answer, ApiError, () => Promise<Answer>>({
    networkMode: 'always',
    mutationFn: (send) => undoStack.track(send()),
  })

  async function change(mail: MailVersion, send: () => Promise<Answer>): Promise<void> {
    setLeft((before) => new Set([...before, stateOf(mail)]))
    try {
      const { undoId, description } = await mutateAsync(send)
      if (undoId) undoStack.push({ companyId, undoId, description, onUndo: () => onBack(mail) })
      else undoStack.announce(description)
    } catch (refusal) {
      setLeft((before) => new Set([...before].filter((one) => one !== stateOf(mail))))
      onBack(mail)
      reportFailure(refusal, (failure) =>
        undoStack.refuse(`${mail.subject || 'E-mail'}: ${failure.issues[0]?.message ?? failure.message}`, {
          retry: isOutcomeUnknown(failure) ? () => void change(mail, send) : undefined,
        }),
      )
    }
    await queries.invalidateQueries()
  }

  return {
    hasLeft: (mail: MailVersion): boolean => left.has(stateOf(mail)),
    file: (mail: MailVersion, propertyIds: string[]) =>
      change(mail, () =>
        callApi(fileMailIn, {
          params: { companyId, mailInId: mail._id },
          body: { propertyIds, version: mail.version },
        }),
      ),
    pass: (mail: MailVersion, branchId: string) => {
      const idempotencyKey = newIdempotencyKey()
      return change(mail, () =>
        callApi(passMailIn, {
          params: { companyId, mailInId: mail._id },
          body: { branchId, version: mail.version },
          idempotencyKey,
        }),
      )
    },
    accept: (mail: MailVersion, propertyId: string, evenIfNotVerified: boolean) => {
      const idempotencyKey = newIdempotencyKey()
      return change(mail, () =>
        callApi(acceptMailIn, {
          params: { companyId, mailInId: mail._id },
          body: { propertyId, evenIfNotVerified },
          idempotencyKey,
        }),
      )
    },
    /** Accepts or declines one proposal of the e-mail. */
    decide: (mail: MailVersion, params: ProposalParams, isAccepted: boolean) => {
      const idempotencyKey = newIdempotencyKey()
      return change(mail, () =>
        isAccepted
          ? callApi(acceptProposal, { params, body: {}, idempotencyKey })
          : callApi(declineProposal, { params, body: {}, idempotencyKey }),
      )
    },
    /** "No answer needed." */
    done: (mail: MailVersion, propertyId: string) => {
      const idempotencyKey = newIdempotencyKey()
      const actionItems = [{ subjectId: propertyId, key: `mail:${mail._id}` }]
      return change(mail, () => callApi(completeActionItems, { params: { companyId }, body: { actionItems }, idempotencyKey }))
    },
    /** Makes attachments documents of a sale. */
    keep: (mail: MailVersion, propertyId: string, ordinals: number[]) => {
      const idempotencyKey = newIdempotencyKey()
      return change(mail, () =>
        callApi(keepMailFiles, { params: { companyId, mailInId: mail._id }, body: { propertyId, ordinals }, idempotencyKey }),
      )
    },
    /** `alike`: all of this sender in the same list. */
    setAside: (mail: MailVersion, as: 'aside' | 'junk' | 'inbox', alike: boolean) => {
      const idempotencyKey = newIdempotencyKey()
      return change(mail, () =>
        callApi(setMailAside, {
          params: { companyId, mailInId: mail._id },
          body: { as, alike, version: mail.version },
          idempotencyKey,
        }),
      )
    },
  }
}

/** Accepts all that an e-mail proposes for a sale. Returns false where it proposes nothing, or its sender is not proved: then it is asked. */
export function useAcceptMail(companyId: string) {
  const actions = useMailActions(companyId)
  const mayDecide = useMay('proposal.decide')
  return async (mailInId: string, propertyId: string): Promise<boolean> => {
    const mail = await callApi(readMailIn, { params: { companyId, mailInId }, query: {} }).catch(() => null)
    const open = mail?.proposals.filter((one) => one.propertyId === propertyId && one.state === 'open') ?? []
    if (!mail?.acceptsByKey || !mayDecide || open.length === 0) return false
    await actions.accept(mail, propertyId, false)
    return true
  }
}

import type { Wire } from '@gya/domain/endpoint.ts'
import {
  acceptProposal,
  declineProposal,
  downloadProposalFile,
  type readProposalInbox,
} from '@gya/domain/features/party-links/party-links.contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { newIdempotencyKey } from '../../lib/api/new-idempotency-key.ts'
import { isOutcomeUnknown, reportFailure } from '../../lib/api/report-failure.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'

export type InboxRow = Wire<typeof readProposalInbox, 'response'>['data'][number]
type Answer = { undoId: string | null; description: string }

/** Accepts and declines proposals. Rows are removed optimistically; a refusal restores the row and shows the reason. */
export function useDecisions(companyId: string) {
  const queries = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  // A mutation, because live updates are paused while one is pending.
  const { mutateAsync } = useMutation<Answer, ApiError, () => Promise<Answer>>({
    networkMode: 'always',
    mutationFn: (send) => undoStack.track(send()),
  })
  const { download, failed } = useDownload(downloadProposalFile)
  const show = (id: string) => setHidden((before) => new Set([...before].filter((one) => one !== id)))
  const paramsOf = ({ _id, property }: InboxRow) => ({
    companyId,
    branchId: property.branch,
    propertyId: property._id,
    proposalId: _id,
  })

  /** Returns whether the proposal was decided. */
  async function decide(proposal: InboxRow, send: () => Promise<Answer>): Promise<boolean> {
    setHidden((before) => new Set([...before, proposal._id]))
    try {
      const { undoId, description } = await mutateAsync(send)
      if (undoId) undoStack.push({ companyId, undoId, description, onUndo: () => show(proposal._id) })
      else undoStack.announce(description)
      return true
    } catch (refusal) {
      show(proposal._id)
      reportFailure(refusal, (failure) => {
        const why = failure.issues.map(({ message }) => message).join(' ') || failure.message
        undoStack.refuse(`${proposal.property.line1}: ${why}`, {
          retry: isOutcomeUnknown(failure) ? () => void decide(proposal, send) : undefined,
        })
      })
      return false
    } finally {
      void queries.invalidateQueries()
    }
  }
  return {
    hidden,
    failed,
    accept: (proposal: InboxRow) => {
      const idempotencyKey = newIdempotencyKey()
      const body = { version: proposal.property.version }
      return decide(proposal, () => callApi(acceptProposal, { params: paramsOf(proposal), body, idempotencyKey }))
    },
    decline: (proposal: InboxRow, reason: string) => {
      const idempotencyKey = newIdempotencyKey()
      return decide(proposal, () => callApi(declineProposal, { params: paramsOf(proposal), body: { reason }, idempotencyKey }))
    },
    openFile: (proposal: InboxRow) =>
      proposal.file?.available ? void download({ params: paramsOf(proposal) }) : undoStack.announce('This proposal has no file.'),
  }
}

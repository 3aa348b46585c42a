import type { Wire } from '@gya/domain/endpoint.ts'
import { type ReportMail, readReportMail, sendReportPdf } from '@gya/domain/features/report/report.contract.ts'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { callOptions } from '../../lib/api/use-call.ts'
import { useIdempotencyKey } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { pdfFailed } from './report.messages.ts'

type ReportPdfQuery = Omit<Wire<typeof sendReportPdf, 'query'>, 'to'>
type State = ReportMail['state']

const isFinished = (state: State): boolean => state !== 'making' && state !== 'queued'

export const emailStatusText = ({ state, to, lastError }: Pick<ReportMail, 'state' | 'to' | 'lastError'>): string =>
  ({
    making: 'Making the PDF…',
    queued: lastError === null ? `Sending to ${to}…` : `Not sent to ${to} yet, it is tried again`,
    sent: `Sent to ${to}`,
    kept: `Kept in the outbox for ${to}: no mail server is set up`,
    cancelled: `Not sent to ${to}: it was taken back`,
    failed: lastError === null ? `${pdfFailed}.` : `${pdfFailed}. ${lastError}`,
  })[state]

/** Polls the status of an e-mail until it is final. */
function useReportEmailStatus(companyId: string, mail: ReportMail | undefined): ReportMail | undefined {
  const { data } = useQuery({
    ...callOptions(readReportMail, { params: { companyId, mailId: mail?._id ?? '' } }),
    enabled: mail !== undefined,
    refetchInterval: ({ state }) => (state.data && isFinished(state.data.state) ? false : 1500),
  })
  return data ?? mail
}

/** The error of the recipient field. */
const recipientError = (error: ApiError | null): string | null => error?.issues.find(({ path }) => path === 'to')?.message ?? null

type Props = { companyId: string; query: ReportPdfQuery; onFailed: (words: string | null) => void }

/** "An e-mail box lets the user send the report as PDF to an address (required; send is disabled until the address has at least 3 characters)." */
export function ReportEmailForm({ companyId, query, onFailed }: Props) {
  const [to, setTo] = useState('')
  const key = useIdempotencyKey(sendReportPdf)
  const sending = useMutation<ReportMail, ApiError, string>({
    mutationFn: (to) => {
      const idempotencyKey = key.of({ params: { companyId, query, to } })
      return callApi(sendReportPdf, { params: { companyId }, query: { ...query, to }, idempotencyKey })
    },
    onMutate: () => onFailed(null),
    onSuccess: () => {
      key.renew()
      setTo('')
    },
    onError: (error) => (recipientError(error) === null ? onFailed(error.message) : undefined),
  })
  const mail = useReportEmailStatus(companyId, sending.data)
  const refused = recipientError(sending.error)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (to.trim().length >= 3 && !sending.isPending) sending.mutate(to.trim())
  }
  return (
    <form className="mailbox" onSubmit={send} noValidate>
      {refused === null && mail && !sending.isPending && !sending.isError && (
        <span
          className={mail.state === 'failed' ? 'mail-state failed' : 'mail-state'}
          role="status"
          title={mail.lastError ?? undefined}
        >
          {emailStatusText(mail)}
        </span>
      )}
      {refused === null && (!mail || sending.isPending || sending.isError) && (
        <span aria-hidden="true">E-mail this report as PDF</span>
      )}
      <TextField
        label="E-mail this report as PDF"
        hideLabel
        small
        required
        type="email"
        placeholder="name@example.com"
        maxLength={254}
        value={to}
        error={
          refused && (
            <>
              <b>{pdfFailed}.</b> {refused}
            </>
          )
        }
        onChange={(text) => {
          setTo(text)
          if (sending.isError) sending.reset()
        }}
      />
      <Button
        size="s"
        type="submit"
        icon={IconSend}
        pending={sending.isPending}
        disabledReason={to.trim().length < 3 ? 'Enter at least 3 characters' : null}
      >
        Send
      </Button>
    </form>
  )
}

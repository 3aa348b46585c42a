import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { emailMemorandum, readMemo } from '@gya/domain/features/memo/memo.contract.ts'
import { memoFileName } from '@gya/domain/features/memo/memo.rules.ts'
import { readMemorandumWords } from '@gya/domain/features/messages/messages.contract.ts'
import { useState } from 'react'
import { fileViews } from '../../features/documents/documents.messages.ts'
import { EmailDialog } from '../../features/mail/email-dialog.tsx'
import { SentList } from '../../features/mail/sent-list.tsx'
import {
  EmptyFields,
  MemoForm,
  MissingRecipients,
  templateOf,
  type WireMemo,
  whyNotSendWords,
} from '../../features/memo/memo-form.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** /property/memo: edit, download and send the memorandum of sale. */
export default function MemoPage() {
  return (
    <PropertyPage crumb="Memorandum of sale">
      {(_property, params) => (
        <>
          <ScreenViewLinks of={fileViews} current="/property/memo" />
          <Memorandum params={params} />
        </>
      )}
    </PropertyPage>
  )
}

function Memorandum({ params }: { params: PropertyParams }) {
  const [sending, setSending] = useState(false)
  const { data: memo, error, refetch } = useCall(readMemo, { params })
  if (error && !memo) return <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
  if (!memo) return <SkeletonLines />
  return (
    <>
      <MemoForm memo={memo} params={params} onSend={() => setSending(true)}>
        <SentList params={params} />
      </MemoForm>
      {sending && <SendMemo memo={memo} params={params} onClose={() => setSending(false)} />}
    </>
  )
}

/** "Vendor, buyer and both solicitors are filled in already", and contacts marked as recipients. */
function SendMemo({ memo, params, onClose }: { memo: WireMemo; params: PropertyParams; onClose: () => void }) {
  const { email } = useMe()
  const { data: words, error, refetch } = useCall(readMemorandumWords, { params })
  if (!words)
    return (
      <Dialog open title="Send the memorandum of sale" onClose={onClose}>
        {error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines />}
      </Dialog>
    )
  return (
    <EmailDialog
      title="Send the memorandum of sale"
      call={emailMemorandum}
      params={params}
      more={templateOf(words)}
      name={`email-memo-${params.propertyId}`}
      fileName={memoFileName}
      start={{
        to: memo.recipients.filter(({ party, marked }) => party || marked).map((one) => one.email),
        replyTo: email,
        subject: words.subject,
        message: words.message,
      }}
      whyNotSend={({ subject, message }) => whyNotSendWords(words.empty, `${subject} ${message}`)}
      people={memo.recipients}
      onClose={onClose}
    >
      <MissingRecipients memo={memo} />
      <EmptyFields template={words.template} empty={words.empty} />
    </EmailDialog>
  )
}

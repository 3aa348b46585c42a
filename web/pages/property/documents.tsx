import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { emailDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { readMemo } from '@gya/domain/features/memo/memo.contract.ts'
import { IconFileText, IconMail } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { fileViews } from '../../features/documents/documents.messages.ts'
import { DocumentsTable, type WireDocument } from '../../features/documents/documents-table.tsx'
import { UploadDocument } from '../../features/documents/upload-document.tsx'
import { EmailDialog } from '../../features/mail/email-dialog.tsx'
import { SentList } from '../../features/mail/sent-list.tsx'
import { PropertyPage, type WireProperty } from '../../features/properties/property-page.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { DialogsContext } from '../../lib/screens.ts'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'

/** /property/documents: files of a property and its sent e-mails. */
export default function Documents() {
  return <PropertyPage crumb="Files">{(property, params) => <Files property={property} params={params} />}</PropertyPage>
}

function Files({ property, params }: { property: WireProperty; params: PropertyParams }) {
  const [mailing, setMailing] = useState<WireDocument | null>(null)
  const [writing, setWriting] = useState<'email' | 'letter' | null>(null)
  const { newLetter, newMessage } = useContext(DialogsContext)
  const { companyId, branchId, propertyId } = params
  const mayWrite = useMay('day.work')
  const mayEdit = useMay('property.edit')
  return (
    <>
      <ScreenViewLinks of={fileViews} current="/property/documents">
        {mayWrite && (
          <>
            <Button icon={IconMail} aria-haspopup="dialog" onClick={() => setWriting('email')}>
              E-mail the parties
            </Button>
            <Button icon={IconFileText} aria-haspopup="dialog" onClick={() => setWriting('letter')}>
              Write a letter
            </Button>
          </>
        )}
      </ScreenViewLinks>
      <div className="grid1">
        {mayEdit && <UploadDocument params={params} />}
        <DocumentsTable documents={property.documents} params={params} onEmail={setMailing} />
        <SentList params={params} />
      </div>
      {writing === 'email' && newMessage({ companyId, sales: [{ propertyId, branchId }], onClose: () => setWriting(null) })}
      {writing === 'letter' && newLetter({ params, onClose: () => setWriting(null) })}
      {mailing && <EmailFile key={mailing._id} document={mailing} params={params} onClose={() => setMailing(null)} />}
    </>
  )
}

function EmailFile({ document, params, onClose }: { document: WireDocument; params: PropertyParams; onClose: () => void }) {
  const { email } = useMe()
  const memo = useCall(readMemo, { params })
  return (
    <EmailDialog
      title="E-mail a file"
      call={emailDocument}
      params={{ ...params, documentId: document._id }}
      name={`email-document-${document._id}`}
      fileName={document.file.fileName}
      start={{ replyTo: email, subject: document.file.fileName }}
      people={memo.data?.recipients ?? []}
      onClose={onClose}
    />
  )
}

import { showDate } from '@gya/domain/common/dates.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { useState } from 'react'
import { useMay } from '../../platform/session.tsx'
import { today } from '../../platform/today.ts'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { propertyWithdrawn } from './management-info.messages.ts'
import { type InfoProperty, proposesToWithdraw } from './mi-values.ts'

type ExpiredNoticeProps = { property: InfoProperty; params: { companyId: string; branchId: string } }

/** "After noticeEnd the screen proposes to withdraw; nothing happens by itself." Domain decisions, "Time and money". */
export function ExpiredNotice({ property, params: { companyId, branchId } }: ExpiredNoticeProps) {
  const [asking, setAsking] = useState(false)
  const mayEdit = useMay('property.edit')
  const saving = useSave(updateProperty, propertyWithdrawn)
  if (!proposesToWithdraw(property, today())) return saving.overlay
  const withdraw = async () => {
    const body = { _id: property._id, active: false, version: property.version }
    if (await saving.save({ params: { companyId, branchId }, body })) setAsking(false)
  }
  return (
    <>
      {saving.overlay}
      <Notice
        tone="warn"
        title={`The notice ended on ${showDate(property.mi.noticeEnd ?? '')}.`}
        action={
          mayEdit && (
            <Button size="s" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              Withdraw property
            </Button>
          )
        }
      >
        {' '}
        The property is still marketed. Withdraw it, or take the notice back below.
      </Notice>
      <ConfirmDialog
        open={asking}
        title="Withdraw this property?"
        confirmLabel="Withdraw property"
        pending={saving.pending}
        error={saving.error && refusalText(saving.error, propertyWithdrawn.failure)}
        onCancel={() => {
          setAsking(false)
          saving.reset()
        }}
        onConfirm={() => void withdraw()}
      >
        <p>
          {property.address.line1} leaves the lists of live properties and counts no warnings. Nothing is deleted; it can be put
          back under Manage.
        </p>
      </ConfirmDialog>
    </>
  )
}

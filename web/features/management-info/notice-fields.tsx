import { showDate } from '@gya/domain/common/dates.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { defaultNoticeDays, whyNotGiveNotice } from '@gya/domain/features/management-info/management-info.rules.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { propertyWithdrawn } from './management-info.messages.ts'
import {
  contractAndNoticeEnds,
  type InfoProperty,
  type ManagementInfoValues,
  managementInfoLabels,
  proposesToWithdraw,
} from './management-info-values.ts'

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

type NoticeFieldsProps = { form: UseFormReturnType<ManagementInfoValues>; noticePeriodInDays: number | null }

/** Turning notice on fills in today and the default length, or restores the saved values. */
const toggleNotice = (form: NoticeFieldsProps['form'], onNotice: boolean): void => {
  const saved = form.getInitialValues()
  const values = saved.noticeGiven === null ? { noticeGiven: today(), noticeDays: defaultNoticeDays } : saved
  form.setValues({ onNotice, noticeGiven: onNotice ? values.noticeGiven : null, noticeDays: onNotice ? values.noticeDays : null })
}

/** "Notice given can be turned on only when the company has a notice period set; otherwise the screen says the company notice period must be set on the company page first." */
export function NoticeFields({ form, noticePeriodInDays }: NoticeFieldsProps) {
  const to = useScopedPath()
  const why = whyNotGiveNotice(noticePeriodInDays)
  const { onNotice } = form.values
  return (
    <>
      <CheckField
        {...form.getInputProps('onNotice', { type: 'checkbox' })}
        label={managementInfoLabels.onNotice}
        disabled={why !== null && !onNotice}
        onChange={(on) => toggleNotice(form, on)}
      />
      {why && (
        <Notice
          tone="info"
          action={
            <Link className="link" to={to('/company/edit')}>
              Company page
            </Link>
          }
        >
          {errors[why][1]}
        </Notice>
      )}
      {onNotice && <NoticeDetails form={form} noticePeriodInDays={noticePeriodInDays} />}
    </>
  )
}

function NoticeDetails({ form, noticePeriodInDays }: NoticeFieldsProps) {
  const ends = contractAndNoticeEnds(form.values)
  return (
    <>
      <FieldGrid>
        <DateField {...form.getInputProps('noticeGiven')} label={managementInfoLabels.noticeGiven} nearest="past" required />
        <div className="with-button">
          <NumberField
            {...form.getInputProps('noticeDays')}
            label={managementInfoLabels.noticeDays}
            min={0}
            max={1000}
            step={1}
            unit="days"
            required
          />
          {noticePeriodInDays !== null && (
            <Button
              disabledReason={form.values.noticeDays === noticePeriodInDays ? 'This is the standard already' : null}
              onClick={() => form.setFieldValue('noticeDays', noticePeriodInDays)}
            >
              Use standard ({daysText(noticePeriodInDays)})
            </Button>
          )}
        </div>
      </FieldGrid>
      {ends.notice && (
        <p className="ends" aria-live="polite">
          Notice ends <b>{showDate(ends.notice)}</b>. Until then the property is still marketed.
        </p>
      )}
      {ends.notice && ends.contract && ends.noticeInsideContract && (
        <Notice tone="warn">
          The notice ends on {showDate(ends.notice)}, inside the contract term, which runs until {showDate(ends.contract)}.
        </Notice>
      )}
    </>
  )
}

type ExpiredNoticeProps = { property: InfoProperty; params: { companyId: string; branchId: string } }

/**
 * "After noticeEnd the screen proposes to withdraw; nothing happens by itself."
 * [domain, Time and money](docs/design/domain.md#time-and-money).
 */
export function ExpiredNotice({ property, params: { companyId, branchId } }: ExpiredNoticeProps) {
  const [confirming, setConfirming] = useState(false)
  const mayEdit = useMay('property.edit')
  if (!proposesToWithdraw(property, today())) return null
  return (
    <>
      <Notice
        tone="warn"
        title={`The notice ended on ${showDate(property.mi.noticeEnd ?? '')}.`}
        action={
          mayEdit && (
            <Button size="s" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
              Withdraw property
            </Button>
          )
        }
      >
        {' '}
        The property is still marketed. Withdraw it, or take the notice back below.
      </Notice>
      {confirming && (
        <ConfirmSaveDialog
          call={updateProperty}
          input={{ params: { companyId, branchId }, body: { _id: property._id, active: false, version: property.version } }}
          messages={propertyWithdrawn}
          title="Withdraw this property?"
          confirmLabel="Withdraw property"
          onClose={() => setConfirming(false)}
        >
          <p>
            {property.address.line1} leaves the lists of live properties and counts no warnings. Nothing is deleted; it can be put
            back under Manage.
          </p>
        </ConfirmSaveDialog>
      )}
    </>
  )
}

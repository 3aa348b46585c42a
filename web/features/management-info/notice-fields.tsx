import { showDate } from '@gya/domain/common/dates.ts'
import { errors } from '@gya/domain/errors.ts'
import { defaultNoticeDays, whyNotGiveNotice } from '@gya/domain/features/management-info/notice.ts'
import type { UseFormReturnType } from '@mantine/form'
import { useScopedPath } from '../../platform/place.ts'
import { today } from '../../platform/today.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldGrid } from '../../ui/form-panel.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { contractAndNoticeEnds, type ManagementInfoValues, managementInfoLabels } from './mi-values.ts'

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

type NoticeFieldsProps = { form: UseFormReturnType<ManagementInfoValues>; noticePeriodInDays: number | null }

/** Turning it on fills in today and the default; turning it off and on again gives back what was saved. */
const toggleNotice = (form: NoticeFieldsProps['form'], onNotice: boolean): void => {
  const saved = form.getInitialValues()
  const given = saved.noticeGiven === null ? { noticeGiven: today(), noticeDays: defaultNoticeDays } : saved
  form.setValues({ onNotice, noticeGiven: onNotice ? given.noticeGiven : null, noticeDays: onNotice ? given.noticeDays : null })
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
        <DateField {...form.getInputProps('noticeGiven')} label={managementInfoLabels.noticeGiven} required />
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

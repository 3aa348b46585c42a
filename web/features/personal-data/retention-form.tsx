import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type readRetention, saveRetention } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { limitationYears } from '@gya/domain/features/personal-data/personal-data.rules.ts'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { retentionSaved } from './personal-data.messages.ts'

type Retention = Wire<typeof readRetention, 'response'>
type Values = { salesYears: number | null; mailDays: number | null; saleMailYears: number | null }

const labels = { salesYears: 'People of old sales', mailDays: 'Old e-mails', saleMailYears: 'E-mails of sales' }

/** Retention periods, with a preview of the next nightly run. */
export function RetentionForm({ companyId, retention }: { companyId: string; retention: Retention }) {
  const { salesYears, mailDays, saleMailYears, version, preview, appliedOn } = retention
  const initialValues: Values = { salesYears, mailDays, saleMailYears }
  const saving = useSaveForm({
    call: saveRetention,
    name: `retention-${companyId}`,
    initialValues,
    version,
    toInput: (values, loadedVersion) => ({
      params: { companyId },
      body: {
        salesYears: values.salesYears ?? 0,
        mailDays: values.mailDays ?? 0,
        ...(values.saleMailYears === null ? {} : { saleMailYears: values.saleMailYears }),
        version: loadedVersion ?? version,
      },
    }),
    messages: retentionSaved,
  })
  const { form } = saving
  const short = form.values.salesYears !== null && form.values.salesYears > 0 && form.values.salesYears < limitationYears
  return (
    <SaveFormPage label="How long" wide saving={saving} labels={labels}>
      <FormPanel title="How long">
        <div className="grid1">
          <div className="grid2">
            <NumberField
              {...form.getInputProps('salesYears')}
              label={labels.salesYears}
              unit="years"
              min={0}
              max={50}
              step={1}
              hint="After completion or withdrawal vendor, buyers and viewers become pseudonyms. 0 keeps them."
            />
            <NumberField
              {...form.getInputProps('mailDays')}
              label={labels.mailDays}
              unit="days"
              min={0}
              max={3650}
              step={1}
              hint="After that an e-mail that opens something or was not sent keeps who and when, and one without a property is deleted. 0 keeps them."
            />
            <NumberField
              {...form.getInputProps('saleMailYears')}
              label={labels.saleMailYears}
              unit="years"
              min={1}
              max={50}
              step={1}
              hint="How long the record stores text and attachments of e-mails about a property. E-mails with access links are not stored."
            />
          </div>
          {short && (
            <Notice tone="warn">
              A contract can be sued upon for {limitationYears} years, and money-laundering records are kept for five: less is
              rarely lawful.
            </Notice>
          )}
          <p role="status">
            The next night would make pseudonyms of the people of <b>{preview.sales}</b> {preview.sales === 1 ? 'sale' : 'sales'}{' '}
            and clear <b>{preview.mails}</b> {preview.mails === 1 ? 'e-mail' : 'e-mails'}, by the settings as they are saved.
            {appliedOn && <> Last applied {showDateTime(appliedOn)}.</>}
          </p>
          <p className="hint">
            Whatever the settings: who is signed in is forgotten 14 days after their last visit, links in e-mails end within days,
            and files of what is deleted go after 30 days.
          </p>
        </div>
      </FormPanel>
    </SaveFormPage>
  )
}

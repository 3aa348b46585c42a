import type { Wire } from '@gya/domain/endpoint.ts'
import { type readSaleFile, saveSaleFile } from '@gya/domain/features/sale-file/sale-file.contract.ts'
import { fundsFrom, fundsFromLabels, recheckDays } from '@gya/domain/features/sale-file/sale-file.model.ts'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { usePeopleOptions } from '../common/use-staff-options.ts'
import { saleFileSaved } from './sale-file.messages.ts'

type Saved = Wire<typeof readSaleFile, 'response'>

const labels = {
  checks: 'The register',
  fundsFrom: 'Source of funds is checked of',
  recheckDays: 'Days that a check counts',
  officerId: 'Nominated officer',
}

/** The parts of the sale's file that a company uses. [sale-file §2.1](docs/design/sale-file.md#2.1). */
export function SaleFileForm({ companyId, saved }: { companyId: string; saved: Saved }) {
  const { officer, version, ...initialValues } = saved
  const saving = useSaveForm({
    call: saveSaleFile,
    name: `sale-file-${companyId}`,
    initialValues,
    version,
    toInput: (values, of) => ({ params: { companyId }, body: { ...values, version: of } }),
    messages: saleFileSaved,
  })
  const { form } = saving
  const people = usePeopleOptions(companyId)
  const isListed = people.some(({ value }) => value === saved.officerId)
  const gone = saved.officerId && !isListed ? [{ value: saved.officerId, label: officer ?? 'A colleague' }] : []
  return (
    <SaveFormPage label="Customer checks" saving={saving} labels={labels} className="after-tabs">
      <FormPanel title="Register of customer checks">
        <div className="grid1">
          <SegmentedField
            {...form.getInputProps('checks')}
            label={labels.checks}
            options={[
              { value: false, label: 'Off' },
              { value: true, label: 'On' },
            ]}
            hint={
              form.values.checks
                ? 'Identity, sanctions, ownership and source of funds of sellers and buyers are kept with each sale, and the first three checks before an offer is accepted follow the register. What was entered is kept for five years after a sale ends, also if you switch it off.'
                : 'Nobody sees anything of it while it is off.'
            }
          />
          {form.values.checks && (
            <FieldGrid>
              <SegmentedField
                {...form.getInputProps('fundsFrom')}
                label={labels.fundsFrom}
                wide
                options={fundsFrom.map((value) => ({ value, label: fundsFromLabels[value] }))}
              />
              <NumberField
                {...form.getInputProps('recheckDays')}
                label={labels.recheckDays}
                min={recheckDays.least}
                max={recheckDays.most}
                step={1}
                hint="Unless a check says another day."
              />
              <SelectField
                {...form.getInputProps('officerId')}
                label={labels.officerId}
                options={[{ value: null, label: 'Nobody' }, ...gone, ...people]}
                hint="To whom suspicions are reported, in person."
              />
            </FieldGrid>
          )}
        </div>
      </FormPanel>
    </SaveFormPage>
  )
}

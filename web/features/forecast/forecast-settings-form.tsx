import './forecast.css'
import { monthName } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type readForecastSettings, saveForecastSettings } from '@gya/domain/features/forecast/forecast-settings.contract.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SwitchField } from '../../ui/fields/check-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'

type Settings = Wire<typeof readForecastSettings, 'response'>
type Range = { rowId: string; from: string; to: string }
type Values = { closedDays: Range[]; compareStaff: boolean }

let rangesAdded = 0
const newRange = (from: string, to: string): Range => ({ rowId: `range-${(rangesAdded += 1)}`, from, to })

const pad = (value: number): string => String(value).padStart(2, '0')
/** All days of a leap year, as MM-DD. */
const dayOptions = Array.from({ length: 366 }, (_, day) => {
  const date = new Date(Date.UTC(2024, 0, 1 + day))
  const value = `${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`
  return { value, label: `${date.getUTCDate()} ${monthName(`2024-${value}`)}` }
})

const messages = { success: { title: 'Settings saved' }, failure: { title: 'The settings were not saved' } }

/** Days excluded from step times and forecasts, and whether progressors are compared. */
export function ForecastSettingsForm({ companyId, settings }: { companyId: string; settings: Settings }) {
  const { version, closedDays, compareStaff } = settings
  const saving = useSaveForm<typeof saveForecastSettings, Values>({
    call: saveForecastSettings,
    name: `forecast-settings-${companyId}`,
    initialValues: { closedDays: closedDays.map(({ from, to }) => newRange(from, to)), compareStaff },
    version,
    toInput: (values, from) => ({
      params: { companyId },
      body: { ...values, closedDays: values.closedDays.map(({ from: first, to }) => ({ from: first, to })), version: from },
    }),
    messages,
  })
  const { form } = saving
  const set = (ranges: Range[]) => form.setFieldValue('closedDays', ranges)
  return (
    <SaveFormPage label="Forecast settings" saving={saving} labels={{}} saveLabel="Save settings" className="after-tabs">
      <FormPanel title="Closed days">
        <p className="hint">
          Step times and forecasts do not count these days of each year. After a change, step times and dates are calculated again
          within minutes.
        </p>
        <ul className="closed-days">
          {form.values.closedDays.map((range, index) => (
            <ClosedRangeRow key={range.rowId} form={form} index={index} set={set} />
          ))}
        </ul>
        {form.values.closedDays.length === 0 && <p className="mut">No closed days: every day counts.</p>}
        <div>
          <Button
            size="s"
            variant="quiet"
            icon={IconPlus}
            onClick={() => set([...form.values.closedDays, newRange('12-24', '01-01')])}
          >
            Add closed days
          </Button>
        </div>
      </FormPanel>
      <FormPanel title="Staff">
        <SwitchField
          {...form.getInputProps('compareStaff', { type: 'checkbox' })}
          label="Compare sales progressors"
          hint="Company admins see everybody, branch admins their branch, everybody else their own line. Forecasts do not depend on people either way."
        />
      </FormPanel>
    </SaveFormPage>
  )
}

function ClosedRangeRow({ form, index, set }: { form: SaveForm<Values>['form']; index: number; set: (ranges: Range[]) => void }) {
  const which = `closed days ${index + 1}`
  return (
    <li>
      <SelectField {...form.getInputProps(`closedDays.${index}.from`)} label={`From, ${which}`} hideLabel options={dayOptions} />
      <span>to</span>
      <SelectField {...form.getInputProps(`closedDays.${index}.to`)} label={`To, ${which}`} hideLabel options={dayOptions} />
      <IconButton
        icon={IconTrash}
        label={`Remove ${which}`}
        variant="quiet"
        size="s"
        onClick={() => set(form.values.closedDays.filter((_, at) => at !== index))}
      />
    </li>
  )
}

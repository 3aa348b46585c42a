import './day-settings.css'
import { showDays } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type readDaySettings, saveDaySettings } from '@gya/domain/features/day-settings/day-settings.contract.ts'
import type { DaySettingKey } from '@gya/domain/features/day-settings/default-day-settings.ts'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'

type Settings = Wire<typeof readDaySettings, 'response'>
type Values = Record<DaySettingKey, number | null>

const labels: Record<DaySettingKey, string> = {
  vendorSilence: 'Vendor, sale agreed',
  vendorSilenceForSale: 'Vendor, for sale',
  buyerSilence: 'Buyer',
  updateEvery: 'Update to vendors',
  nextSpoke: 'After speaking to somebody',
  nextMessage: 'After leaving a message',
  nextEmail: 'After an e-mail',
}

const weekdays = (count: number): string => {
  if (count === 0) return 'the same day'
  return count === 1 ? 'the next weekday' : `${count} weekdays later`
}

/** A sentence that explains each setting. */
const meaning: Record<DaySettingKey, (days: number) => string> = {
  vendorSilence: (days) =>
    `A vendor whose sale is agreed or exchanged comes up in Today ${showDays(days)} after we last spoke to them.`,
  vendorSilenceForSale: (days) =>
    `A vendor whose property is for sale comes up in Today ${showDays(days)} after we last spoke to them.`,
  buyerSilence: (days) => `A buyer comes up in Today ${showDays(days)} after we last spoke to them.`,
  updateEvery: (days) => `A vendor is due in Updates ${showDays(days)} after we last told them something.`,
  nextSpoke: (days) => `After a call in which we spoke, the next chase is proposed for ${weekdays(days)}.`,
  nextMessage: (days) => `After a message left, the next chase is proposed for ${weekdays(days)}.`,
  nextEmail: (days) => `After an e-mail, the next chase is proposed for ${weekdays(days)}.`,
}

const silences = ['vendorSilence', 'vendorSilenceForSale', 'buyerSilence', 'updateEvery'] as const
const chases = ['nextSpoke', 'nextMessage', 'nextEmail'] as const

const messages = { success: { title: 'Settings saved' }, failure: { title: 'The settings were not saved' } }

/** Times after which silence becomes an action item in Today, and the proposed intervals between chases. */
export function DaySettingsForm({ companyId, settings }: { companyId: string; settings: Settings }) {
  const { version, ...initialValues } = settings
  const saving = useSaveForm<typeof saveDaySettings, Values>({
    call: saveDaySettings,
    name: `day-settings-${companyId}`,
    initialValues,
    version,
    // An empty field shows its error at the field.
    toInput: (values, from) => ({ params: { companyId }, body: { ...(values as Omit<Settings, 'version'>), version: from } }),
    messages,
  })
  const { form } = saving
  const fields = (keys: readonly DaySettingKey[], { min, max, unit }: { min: number; max: number; unit: string }) =>
    keys.map((key) => (
      <NumberField
        key={key}
        {...form.getInputProps(key)}
        min={min}
        max={max}
        unit={form.values[key] === 1 ? unit : `${unit}s`}
        className="day-setting"
        label={labels[key]}
        hint={form.values[key] === null ? undefined : meaning[key](form.values[key])}
        step={1}
        required
      />
    ))
  return (
    <SaveFormPage label="Settings of Today" saving={saving} labels={labels} saveLabel="Save settings" className="after-tabs">
      <FormPanel title="Silence">
        <FieldGrid columns={1}>{fields(silences, { min: 1, max: 60, unit: 'day' })}</FieldGrid>
      </FormPanel>
      <FormPanel title="Next chase">
        <FieldGrid columns={1}>{fields(chases, { min: 0, max: 30, unit: 'weekday' })}</FieldGrid>
      </FormPanel>
    </SaveFormPage>
  )
}

import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { EditableFields } from '../../lib/forms/editable-fields.tsx'
import './referrals.css'
import { type Instant, showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { saveReferrals } from '@gya/domain/features/referrals/referrals.contract.ts'
import { isOutcomeUnknown } from '../../lib/api/report-failure.ts'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { FormFooter } from '../../ui/layout/save-bar.tsx'
import { manageReferrals, referralsSaved, referralsThrown } from './referrals.messages.ts'

/**
 * "Each checkbox toggles its field between null and the current timestamp." [property §4](docs/design/property.md#4). Ticking again before
 * Save restores the saved timestamp.
 */
export const toggleReferral = (ticked: boolean, saved: Instant | null, now: Instant): Instant | null =>
  ticked ? (saved ?? now) : null

type Property = Wire<typeof saveReferrals, 'response'>
type Referrals = Property['referrals']
type Kind = keyof Referrals

/** "checkboxes Solicitor (Vendor, Buyer) and Mortgage broker (Vendor, Buyer)". [property §2](docs/design/property.md#2). */
const groups: readonly { title: string; kinds: readonly [Kind, string][] }[] = [
  {
    title: 'Solicitor',
    kinds: [
      ['vendorSolicitor', 'Vendor'],
      ['buyerSolicitor', 'Buyer'],
    ],
  },
  {
    title: 'Mortgage broker',
    kinds: [
      ['vendorBroker', 'Vendor'],
      ['buyerBroker', 'Buyer'],
    ],
  },
]

const referralText = (saved: Instant | null, value: Instant | null): string => {
  if (value === null) return saved === null ? 'Not referred' : `Was referred on ${showDateTime(saved)}`
  return value === saved ? `Referred on ${showDateTime(value)}` : 'Referred now'
}

type Props = { property: Property; params: PropertyParams }

export function ReferralsForm({ property, params }: Props) {
  const saving = useSaveForm({
    call: saveReferrals,
    name: `referrals-${property._id}`,
    initialValues: property.referrals,
    version: property.version,
    toInput: (values, version) => ({ params, body: { ...values, version } }),
    messages: referralsSaved,
  })
  const { form } = saving
  const saved = form.getInitialValues()
  const changes = groups.flatMap(({ kinds }) => kinds).filter(([kind]) => form.values[kind] !== saved[kind]).length
  return (
    <form {...saving.props} className="after-tabs narrow" aria-label={manageReferrals}>
      <FormPanel
        title={manageReferrals}
        foot={
          saving.mayCall && (
            <FormFooter
              changes={changes}
              disabledReason={saving.disabledReason}
              pending={saving.pending}
              onDiscard={saving.dirty ? form.reset : undefined}
            />
          )
        }
      >
        {saving.notices}
        {saving.error && isOutcomeUnknown(saving.error) && <Notice tone="bad">{referralsThrown}</Notice>}
        <EditableFields editable={saving.mayCall}>
          <div className="grid2">
            {groups.map(({ title, kinds }) => (
              <fieldset key={title} className="referrals">
                <legend>{title}</legend>
                {kinds.map(([kind, label]) => (
                  <CheckField
                    key={kind}
                    label={label}
                    checked={form.values[kind] !== null}
                    onChange={(ticked) => form.setFieldValue(kind, toggleReferral(ticked, saved[kind], new Date().toISOString()))}
                    hint={referralText(saved[kind], form.values[kind])}
                  />
                ))}
              </fieldset>
            ))}
          </div>
        </EditableFields>
      </FormPanel>
    </form>
  )
}

import './second-factors.css'
import { userTypeLabels } from '@gya/domain/access/permissions.ts'
import { addDays } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type readSignInPolicy, saveSignInPolicy } from '@gya/domain/features/second-factors/second-factors.contract.ts'
import { type PolicyRole, policyNoticeDays, whyNotPolicy } from '@gya/domain/features/second-factors/second-factors.rules.ts'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { signInPolicySaved } from './second-factors.messages.ts'

type Policy = Wire<typeof readSignInPolicy, 'response'>
type Values = { secondFactorFor: PolicyRole[]; requiredFrom: string | null }

const labels = { secondFactorFor: 'Second factor required for', requiredFrom: 'From' }

const usersText = ({ users, withFactor }: Policy['roles'][number]): string => {
  if (users === 0) return 'Nobody has this role.'
  if (withFactor === users) return users === 1 ? 'The only one has one.' : `All ${users} have one.`
  return `${withFactor} of ${users} ${withFactor === 1 ? 'has' : 'have'} one.`
}

/** "Second factor required for": any of the roles, from a day at least 3 days ahead. [trust §4.2](docs/design/trust.md#4.2). */
export function SignInPolicyForm({ companyId, policy }: { companyId: string; policy: Policy }) {
  const to = useScopedPath()
  const { secondFactorFor, requiredFrom, version, roles } = policy
  const before = { secondFactorFor, requiredFrom }
  const saving = useSaveForm<typeof saveSignInPolicy, Values>({
    call: saveSignInPolicy,
    name: `sign-in-${companyId}`,
    initialValues: before,
    version,
    toInput: (values, from) => ({ params: { companyId }, body: { ...values, version: from } }),
    validate: (values) => {
      const problem = whyNotPolicy(before, values, today())
      return problem === null ? {} : { requiredFrom: problem }
    },
    messages: signInPolicySaved,
  })
  const { form } = saving
  const chosen = form.values.secondFactorFor
  const choose = (role: PolicyRole, on: boolean) => {
    const next = roles.map((known) => known.role).filter((known) => (known === role ? on : chosen.includes(known)))
    form.setFieldValue('secondFactorFor', next)
    if (next.length === 0) form.setFieldValue('requiredFrom', null)
  }
  return (
    <SaveFormPage label="Sign-in" saving={saving} labels={labels} saveLabel="Save sign-in" className="after-tabs">
      <FormPanel title="Second factor">
        <div className="grid1">
          <p>
            With a second factor, a stolen password is not enough. Until the day, those who have none see a bar that counts down;
            from then on they set one up before anything else. Vendors are never asked.
          </p>
          <fieldset className="policy-roles">
            <legend className="lab">{labels.secondFactorFor}</legend>
            {roles.map((role) => (
              <CheckField
                key={role.role}
                label={userTypeLabels[role.role]}
                hint={usersText(role)}
                checked={chosen.includes(role.role)}
                onChange={(on) => choose(role.role, on)}
              />
            ))}
          </fieldset>
          <DateField
            {...form.getInputProps('requiredFrom')}
            label={labels.requiredFrom}
            width={180}
            min={addDays(today(), policyNoticeDays)}
            hint={`At least ${policyNoticeDays} days ahead, so that everybody is told in time.`}
            disabledReason={chosen.length === 0 ? 'Choose a role first' : null}
          />
        </div>
      </FormPanel>
      <FormPanel title="Elsewhere">
        <p>
          After how many hours without use a session ends, and how long security events are kept, is set on{' '}
          <Link className="link" to={to('/company/edit')}>
            Company
          </Link>
          ; where checkpoints of the record go, on{' '}
          <Link className="link" to={to('/company/record')}>
            Record
          </Link>
          . Somebody’s lost second factor is reset, and their sessions ended, on their page under{' '}
          <Link className="link" to={to('/company/users')}>
            Users
          </Link>
          .
        </p>
      </FormPanel>
    </SaveFormPage>
  )
}

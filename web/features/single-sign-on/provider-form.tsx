import { userTypeLabels } from '@gya/domain/access/permissions.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { deleteProvider, type readProvider, saveProvider } from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import {
  maxBreakGlass,
  type ProviderKind,
  type ProviderRole,
  providerKinds,
  providerLabels,
  providerRoles,
} from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import { useState } from 'react'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button } from '../../ui/button.tsx'
import { SwitchField } from '../../ui/fields/check-field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { MultiSelectField, SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { useBranchOptions } from '../common/use-branch-options.ts'
import { providerRemoved, providerSaved } from './single-sign-on.messages.ts'

type Settings = Wire<typeof readProvider, 'response'>
type Values = {
  kind: ProviderKind
  tenant: string
  clientId: string
  clientSecret: string
  role: ProviderRole
  allBranches: boolean
  branchIds: string[]
  required: boolean
  breakGlass: string[]
}

const labels = {
  kind: 'Provider',
  tenant: 'Directory (tenant) ID',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  role: 'Role',
  allBranches: 'All branches',
  branchIds: 'Branches',
  required: 'Require single sign-on',
  breakGlass: 'Emergency administrators',
}

const roleOptions = providerRoles.map((value) => ({ value, label: userTypeLabels[value] }))
const kindOptions = providerKinds.map((value) => ({ value, label: providerLabels[value] }))

const valuesOf = ({ provider, administrators }: Settings): Values => ({
  kind: provider?.kind ?? 'entra',
  tenant: provider?.tenant ?? '',
  clientId: provider?.clientId ?? '',
  clientSecret: '',
  role: provider?.role ?? 'BRANCH_STAFF',
  allBranches: provider?.allBranches ?? false,
  branchIds: provider?.branchIds ?? [],
  required: provider?.required ?? false,
  breakGlass: administrators.filter(({ breakGlass }) => breakGlass).map(({ _id }) => _id),
})

/**
 * The provider of the company, the defaults for new members, and whether passwords are still allowed.
 * [trust §4.3](docs/design/trust.md#4.3).
 */
export function ProviderForm({ companyId, settings }: { companyId: string; settings: Settings }) {
  const [removing, setRemoving] = useState(false)
  const { provider, version } = settings
  const saving = useSaveForm<typeof saveProvider, Values>({
    call: saveProvider,
    name: `provider-${companyId}`,
    initialValues: valuesOf(settings),
    version,
    toInput: ({ tenant, clientSecret, ...values }, from) => ({
      params: { companyId },
      body: {
        ...values,
        tenant: values.kind === 'entra' ? tenant : null,
        ...(clientSecret ? { clientSecret } : {}),
        version: from,
      },
    }),
    validate: ({ clientSecret }) => (clientSecret || provider ? {} : { clientSecret: 'Enter the client secret.' }),
    messages: providerSaved,
    onSaved: () => saving.form.setFieldValue('clientSecret', ''),
  })
  const { form } = saving
  return (
    <>
      <SaveFormPage
        label="Single sign-on"
        saving={saving}
        labels={labels}
        saveLabel="Save single sign-on"
        actions={
          provider && (
            <Button variant="danger-quiet" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          )
        }
      >
        <ProviderPanel form={form} settings={settings} />
        <NewcomersPanel form={form} companyId={companyId} />
        <RequirePanel form={form} settings={settings} />
      </SaveFormPage>
      {removing && (
        <ConfirmSaveDialog
          call={deleteProvider}
          input={{ params: { companyId } }}
          messages={providerRemoved}
          title="Remove single sign-on?"
          confirmLabel="Remove"
          danger
          onClose={() => setRemoving(false)}
        >
          <p>
            Everybody signs in with a password again; those who have none choose one by “Forgotten your password?”. The client
            secret is deleted.
          </p>
        </ConfirmSaveDialog>
      )}
    </>
  )
}

type PanelProps = { form: SaveForm<Values>['form']; settings: Settings }

const ProviderPanel = ({ form, settings: { provider, redirectUri } }: PanelProps) => (
  <FormPanel title="Provider">
    <FieldGrid>
      <SegmentedField {...form.getInputProps('kind')} label={labels.kind} options={kindOptions} className="full" />
      <TextField
        label="Redirect URI"
        value={redirectUri}
        readOnly
        className="full"
        hint="Register GYA there as a web application with this redirect address."
      />
      {form.values.kind === 'entra' && (
        <TextField
          {...form.getInputProps('tenant')}
          label={labels.tenant}
          spellCheck={false}
          placeholder="xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
          className="full"
        />
      )}
      <TextField {...form.getInputProps('clientId')} label={labels.clientId} spellCheck={false} />
      <div>
        <PasswordField {...form.getInputProps('clientSecret')} label={labels.clientSecret} autoComplete="new-password" />
        <p className="hint">
          {provider ? 'Stored encrypted and never shown. Leave it empty to keep it.' : 'Stored encrypted and never shown again.'}
        </p>
      </div>
    </FieldGrid>
  </FormPanel>
)

function NewcomersPanel({ form, companyId }: { form: PanelProps['form']; companyId: string }) {
  const branches = useBranchOptions(companyId, true)
  return (
    <FormPanel title="First sign-in">
      <div className="grid1">
        <p>
          A member with the same e-mail address keeps their account. Anyone else in your domains gets one, and the administrators
          an e-mail.
        </p>
        <FieldGrid>
          <SelectField {...form.getInputProps('role')} label={labels.role} options={roleOptions} />
          <div className="grid1">
            <SwitchField
              {...form.getInputProps('allBranches', { type: 'checkbox' })}
              label="In all branches, including new ones"
            />
            {!form.values.allBranches && (
              <MultiSelectField
                {...form.getInputProps('branchIds')}
                label={labels.branchIds}
                options={branches}
                noneLabel="None"
              />
            )}
          </div>
        </FieldGrid>
      </div>
    </FormPanel>
  )
}

function RequirePanel({ form, settings: { provider, administrators } }: PanelProps) {
  const options = administrators.map(({ _id, name, hasSecondFactor }) => ({
    value: _id,
    label: hasSecondFactor ? name : `${name} (no second factor)`,
  }))
  const isTested = provider?.tested?.byYou === true
  const reason = form.values.required || provider?.required || isTested ? null : 'Make a test sign-in first'
  return (
    <FormPanel title="Require single sign-on">
      <div className="grid1">
        <p>
          Passwords and passkeys of your people no longer work. Everyone who signed in with one is signed out, including you.
          People who leave your directory lose access to GYA. Vendors keep their passwords.
        </p>
        <FieldGrid>
          <SwitchField
            {...form.getInputProps('required', { type: 'checkbox' })}
            label={labels.required}
            disabledReason={reason}
            hint={reason ? 'It can be switched on after you have made a test sign-in with the saved settings.' : undefined}
          />
          <MultiSelectField
            {...form.getInputProps('breakGlass')}
            label={labels.breakGlass}
            options={options}
            noneLabel="Nobody"
            hint={`One or ${maxBreakGlass} company admins who still get in, with a password and a second factor, when the provider does not work.`}
          />
        </FieldGrid>
      </div>
    </FormPanel>
  )
}

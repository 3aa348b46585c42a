import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { type Customers, decideCustomer, strikeCheck } from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import {
  type Customer,
  type CustomerCheck,
  checkKindLabels,
  type Decision,
} from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { checkStruck, customerDecided } from './customer-checks.messages.ts'
import { reasonWords } from './reason-words.ts'
import { RegisterText } from './register-text.tsx'

type Shared = { params: PropertyParams; onSaved: (answer: Customers) => void; onClose: () => void }

type Values = { decision: Exclude<Decision, 'none'>; reason: string }

export function DecisionDialog({ params, customer, onSaved, onClose }: Shared & { customer: Customer }) {
  const mayApprove = !customer.reasons?.includes('sanctions-match')
  const initialValues: Values = { decision: mayApprove ? 'approved' : 'refused', reason: '' }
  const saving = useSaveForm({
    call: decideCustomer,
    name: `decision-${customer._id}`,
    isNew: true,
    initialValues,
    version: customer.version,
    toInput: (values, version) => ({ params: { ...params, customerId: customer._id }, body: { ...values, version } }),
    messages: customerDecided,
    onSaved,
  })
  const { form } = saving
  const reasons = reasonWords(customer)
  return (
    <SaveFormDialog
      title={`Decide about ${customer.name ?? 'the customer'}`}
      saving={saving}
      disabledReason={form.values.reason.trim() === '' ? 'Say why' : null}
      onClose={onClose}
      saveLabel="Save decision"
    >
      {reasons && <p>{reasons}</p>}
      {!mayApprove && (
        <Notice tone="info">
          A confirmed sanctions match cannot be approved. If it is somebody else, remove the reason under Change and say why.
        </Notice>
      )}
      <SegmentedField
        {...form.getInputProps('decision')}
        label="Decision"
        wide
        options={[
          { value: 'approved', label: 'Approve', disabledReason: mayApprove ? null : 'Not with a sanctions match' },
          { value: 'refused', label: 'Refuse' },
        ]}
      />
      <RegisterText {...form.getInputProps('reason')} label="Why" rows={3} limit={500} />
    </SaveFormDialog>
  )
}

export function StrikeDialog({ params, check, onSaved, onClose }: Shared & { check: CustomerCheck }) {
  const saving = useSaveForm({
    call: strikeCheck,
    name: `strike-${check._id}`,
    isNew: true,
    initialValues: { reason: '' },
    toInput: (values) => ({ params: { ...params, checkId: check._id }, body: values }),
    messages: checkStruck,
    onSaved,
  })
  const { form } = saving
  return (
    <SaveFormDialog
      title={`Strike out: ${checkKindLabels[check.kind]}`}
      saving={saving}
      disabledReason={form.values.reason.trim() === '' ? 'Say why' : null}
      onClose={onClose}
      saveLabel="Strike out"
    >
      <p>It stays in the register, struck out, and does not count any more.</p>
      <RegisterText {...form.getInputProps('reason')} label="Why" rows={2} limit={500} />
    </SaveFormDialog>
  )
}

import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { acceptAttribute, documentMediaTypes, whyNotUpload } from '@gya/domain/common/uploads.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import {
  addCheck,
  addCheckFile,
  type Customers,
  listMailPapers,
} from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import {
  type CheckKind,
  type CheckResult,
  type CheckWay,
  type Customer,
  type CustomerCheck,
  checkKindLabels,
  checkResultLabels,
  checkResults,
  checkWays,
  noCopyKept,
} from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import { neededKinds } from '@gya/domain/features/customer-checks/customer-state.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { type ChosenFile, useChosenFile } from '../../lib/forms/picture-field.tsx'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { today } from '../../lib/today.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { FileField } from '../../ui/fields/file-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import { checkAdded, fileAdded } from './customer-checks.messages.ts'
import { RegisterLine, RegisterText } from './register-text.tsx'

type Shared = { params: PropertyParams; onSaved: (answer: Customers) => void; onClose: () => void }

/** The checks that a customer may need, whatever the company’s settings are. */
const kindsOf = ({ form = 'person', side, ownerOf = null }: Customer): CheckKind[] =>
  neededKinds({ form, side, ownerOf, cashBuy: true }, { fundsFrom: 'all' })

/** The first kind without a check that counts. */
function nextKind(customer: Customer): CheckKind {
  const counts = (kind: CheckKind) =>
    customer.checks?.some((check) => check.kind === kind && check.struckOn === null && check.expiresOn >= today())
  const [first = 'identity', ...others] = kindsOf(customer)
  return counts(first) ? (others.find((kind) => !counts(kind)) ?? first) : first
}

const ways: Record<CheckWay, string> = { documents: 'Documents', electronic: 'Electronically', both: 'Both' }

/** A file of an e-mail: its id and the number of the file; null: none. */
type FromMail = { fromMail: string | null }

const toMailFile = ({ fromMail }: FromMail) => {
  const [mailInId = '', ordinal] = fromMail?.split(' ') ?? []
  return fromMail === null ? undefined : { mailInId, ordinal: Number(ordinal) }
}

type Values = {
  kind: CheckKind
  way: CheckWay
  provider: string
  documents: string
  reference: string
  result: CheckResult
  words: string
  checkedOn: string | null
  expiresOn: string | null
} & FromMail

const newCheck = (customer: Customer): Values => ({
  kind: nextKind(customer),
  way: 'documents',
  provider: '',
  documents: '',
  reference: '',
  result: 'satisfied',
  words: '',
  checkedOn: today(),
  expiresOn: null,
  fromMail: null,
})

/** "What, how, who or which documents, reference, result, words, day, file." [sale-file §2.4](docs/design/sale-file.md#2.4). */
export function CheckDialog({ params, customer, onSaved, onClose }: Shared & { customer: Customer }) {
  const chosen = useChosenFile()
  const saving = useSaveForm({
    call: addCheck,
    name: `check-${customer._id}`,
    isNew: true,
    initialValues: newCheck(customer),
    toInput: (values) => ({
      params: { ...params, customerId: customer._id },
      body: {
        ...values,
        provider: values.way === 'documents' ? '' : values.provider,
        documents: values.way === 'electronic' ? '' : values.documents,
        checkedOn: values.checkedOn ?? '',
        expiresOn: values.expiresOn ?? undefined,
        fromMail: toMailFile(values),
      },
    }),
    messages: checkAdded,
    chosen,
    onSaved,
  })
  const { form } = saving
  return (
    <SaveFormDialog
      title={`Check of ${customer.name ?? 'the customer'}`}
      saving={saving}
      disabledReason={form.values.words.trim() === '' ? 'Say in words what was found' : null}
      onClose={onClose}
      wide
      saveLabel="Add check"
    >
      <FieldGrid>
        <SelectField
          {...form.getInputProps('kind')}
          label="What was checked"
          options={kindsOf(customer).map((value) => ({ value, label: checkKindLabels[value] }))}
        />
        <SegmentedField
          {...form.getInputProps('way')}
          label="How"
          wide
          options={checkWays.map((value) => ({ value, label: ways[value] }))}
        />
        {form.values.way !== 'documents' && (
          <RegisterLine {...form.getInputProps('provider')} label="By which provider" maxLength={80} optional />
        )}
        {form.values.way !== 'electronic' && (
          <RegisterLine {...form.getInputProps('documents')} label="Which documents" maxLength={200} optional />
        )}
        <RegisterLine {...form.getInputProps('reference')} label="Reference" maxLength={120} optional />
      </FieldGrid>
      <SegmentedField
        {...form.getInputProps('result')}
        label="Result"
        wide
        options={checkResults.map((value) => ({ value, label: checkResultLabels[value] }))}
      />
      <RegisterText {...form.getInputProps('words')} label="What was found, in words" rows={3} limit={1000} />
      <FieldGrid>
        <DateField {...form.getInputProps('checkedOn')} label="Checked on" max={today()} />
        <DateField
          {...form.getInputProps('expiresOn')}
          label="Counts until"
          optional
          hint="Empty: as long as the company’s settings say."
        />
      </FieldGrid>
      <PaperField
        params={params}
        chosen={chosen}
        form={form}
        progress={saving.progress}
        optional
        hint={form.values.way === 'electronic' ? undefined : `${noCopyKept} without a file, and the law asks for copies.`}
      />
    </SaveFormDialog>
  )
}

/** A further file of a check. */
export function FileDialog({ params, check, onSaved, onClose }: Shared & { check: CustomerCheck }) {
  const chosen = useChosenFile()
  const saving = useSaveForm({
    call: addCheckFile,
    name: `check-file-${check._id}`,
    initialValues: { fromMail: null },
    toInput: (values) => ({ params: { ...params, checkId: check._id }, body: { fromMail: toMailFile(values) } }),
    messages: fileAdded,
    chosen,
    onSaved,
  })
  const { form } = saving
  return (
    <SaveFormDialog
      title={`File of the check: ${checkKindLabels[check.kind]}`}
      saving={saving}
      disabledReason={chosen.file || form.values.fromMail ? null : 'Choose a file'}
      onClose={onClose}
      saveLabel="Add file"
    >
      <PaperField params={params} chosen={chosen} form={form} progress={saving.progress} />
    </SaveFormDialog>
  )
}

type PaperProps = {
  params: PropertyParams
  chosen: ChosenFile
  form: SaveForm<FromMail>['form']
  progress: number | undefined
  hint?: string | undefined
  optional?: boolean
}

/** An upload or a file of an e-mail: after the one is chosen, the other is not offered. */
function PaperField({ params, chosen, form, progress, hint, optional }: PaperProps) {
  const papers = useCall(listMailPapers, { params }).data?.data ?? []
  return (
    <>
      {form.values.fromMail === null && (
        <FileField
          label="File"
          optional={optional}
          accept={acceptAttribute(documentMediaTypes)}
          check={(file) => {
            const why = whyNotUpload(file, documentMediaTypes)
            return why && errors[why][1]
          }}
          value={chosen.file}
          onChange={chosen.choose}
          progress={chosen.file ? progress : undefined}
          hint={chosen.file ? undefined : hint}
        />
      )}
      {papers.length > 0 && !chosen.file && (
        <SelectField
          {...form.getInputProps('fromMail')}
          label="From an e-mail…"
          hint="Only those who see all checks can then open the file, and the e-mail as it was received."
          options={[
            { value: null, label: 'None' },
            ...papers.map(({ mailInId, ordinal, name, from, arrivedOn, inCheck }) => ({
              value: `${mailInId} ${ordinal}`,
              label: `${name}, ${from}, ${showDate(londonDay(arrivedOn))}${inCheck ? ' (in a check already)' : ''}`,
            })),
          ]}
        />
      )}
    </>
  )
}

import { weekdays } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readWeekMail, saveWeekMail, sendWeekMail } from '@gya/domain/features/week/week-mail.contract.ts'
import {
  maxRecipients,
  type WeekMailPeriod,
  weekMailPeriodLabels,
  weekMailPeriods,
} from '@gya/domain/features/week/week-mail.rules.ts'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../../lib/api/use-call.ts'
import { CallDialog } from '../../../lib/forms/call-dialog.tsx'
import { refusalText, type SaveMessages, useSave } from '../../../lib/forms/use-save.tsx'
import { useMe } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SwitchField } from '../../../ui/fields/check-field.tsx'
import type { Option } from '../../../ui/fields/option-list.tsx'
import { SegmentedField } from '../../../ui/fields/segmented-field.tsx'
import { MultiSelectField, SelectField } from '../../../ui/fields/select-field.tsx'
import { TimeField } from '../../../ui/fields/time-field.tsx'

const messages: SaveMessages = {
  success: { title: 'E-mail of the week saved' },
  failure: { title: 'E-mail of the week not saved' },
}
const sent: SaveMessages = { success: { title: 'Page sent to you' }, failure: { title: 'Page not sent' } }

type WireWeekMail = Wire<typeof readWeekMail, 'response'>

type Props = {
  companyId: string
  /** Null: the company. */
  branchId: string | null
  name: string
  mail: WireWeekMail
  onClose: () => void
  /** The field that chooses another branch; `whyNot`: why it cannot now. */
  chooser?: (whyNot: string | null) => ReactNode
}

type BranchesProps = Pick<Props, 'companyId' | 'onClose'> & { branches: readonly Option<string>[] }

/** "per branch (M of it) or company (C, G)": an area, and all branches of an area manager, have the pages of their branches. */
export function WeekMailsDialog({ companyId, branches, onClose }: BranchesProps) {
  const [branchId, setBranchId] = useState(branches[0]?.value ?? '')
  const { data: mail } = useCall(readWeekMail, { params: { companyId }, query: { branchId } }, { enabled: branchId !== '' })
  const [last, setLast] = useState<{ branchId: string; mail: WireWeekMail } | null>(null)
  if (mail && last?.mail !== mail) setLast({ branchId, mail })
  if (!last) return null
  return (
    <WeekMailDialog
      key={last.branchId}
      companyId={companyId}
      branchId={last.branchId}
      name={branches.find(({ value }) => value === last.branchId)?.label ?? ''}
      mail={last.mail}
      onClose={onClose}
      chooser={(whyNot) => (
        <SelectField
          label="Branch"
          searchable={branches.length > 12}
          options={branches}
          value={branchId}
          disabledReason={whyNot}
          onChange={setBranchId}
        />
      )}
    />
  )
}

/** When the week of a branch or of the company is e-mailed, and to whom. [seat §4](docs/design/seat.md#4). */
export function WeekMailDialog({ companyId, branchId, name, mail, onClose, chooser }: Props) {
  const me = useMe()
  const [before] = useState({ ...mail, recipients: [...mail.recipients] })
  const [plan, setPlan] = useState(before)
  const isDirty = JSON.stringify(plan) !== JSON.stringify(before)
  const { active, weekday, at, period } = plan
  const recipients = plan.recipients.filter((id) => mail.people.some(({ _id }) => _id === id))
  const change = (changed: Partial<typeof plan>) => setPlan({ ...plan, ...changed })
  const saving = useSave(saveWeekMail, messages)
  const sending = useSave(sendWeekMail, sent)
  const params = { companyId }
  const place = branchId === null ? {} : { branchId }
  const save = async () => {
    const body = {
      ...place,
      active,
      weekday,
      at,
      period,
      recipients,
      ...(mail.version === null ? {} : { version: mail.version }),
    }
    if (await saving.save({ params, body })) onClose()
  }
  const whyNot = !active
    ? mail.version === null
      ? 'Switch it on first'
      : null
    : recipients.length === 0
      ? 'Choose who gets it first'
      : recipients.length > maxRecipients
        ? `Choose at most ${maxRecipients} people`
        : null
  const off = active ? null : 'It is switched off'
  return (
    <CallDialog
      title={`Week of ${name} by e-mail`}
      saving={saving}
      messages={messages}
      saveLabel="Save"
      disabledReason={whyNot}
      dirty={isDirty}
      onSave={save}
      onClose={onClose}
    >
      <div className="grid1">
        {chooser?.(isDirty ? 'Save this one first' : null)}
        {sending.overlay}
        {sending.error && <Notice tone="bad">{refusalText(sending.error, sent.failure)}</Notice>}
        <SwitchField
          label="Send the page every week"
          hint="One A4 as a PDF, to people who may open this page."
          checked={active}
          onChange={(on) => change({ active: on })}
        />
        <div className="wkmail">
          <SelectField
            label="Day"
            width={160}
            options={weekdays.map((label, value) => ({ value, label }))}
            value={weekday}
            disabledReason={off}
            onChange={(day) => change({ weekday: day })}
          />
          <TimeField label="Time" width={120} value={at} disabledReason={off} onChange={(time) => time && change({ at: time })} />
        </div>
        <SegmentedField
          label="Period"
          options={weekMailPeriods.map((value) => ({ value, label: weekMailPeriodLabels[value] }))}
          value={period}
          onChange={(chosen: WeekMailPeriod) => change({ period: chosen })}
        />
        <MultiSelectField
          label="To"
          noneLabel="Choose people"
          options={mail.people.map(({ _id, name: label, off: isOff }) => ({
            value: _id,
            label,
            note: isOff ? 'has switched off summaries by e-mail' : undefined,
          }))}
          value={recipients}
          error={recipients.length > maxRecipients ? `Choose at most ${maxRecipients} people` : undefined}
          disabledReason={off}
          onChange={(ids) => change({ recipients: ids })}
        />
        {mail.lost.length > 0 && (
          <Notice tone="warn">
            {`${new Intl.ListFormat('en-GB').format(mail.lost.map((one) => one.name))} may no longer open this page and ${mail.lost.length === 1 ? 'gets' : 'get'} none.`}
          </Notice>
        )}
        <div>
          <Button pending={sending.pending} onClick={() => void sending.save({ params, body: { ...place, period } })}>
            Send to me now
          </Button>{' '}
          <span className="mut t12">{me.email}</span>
        </div>
      </div>
    </CallDialog>
  )
}

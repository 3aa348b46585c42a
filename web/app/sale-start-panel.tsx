import { isActiveWorker } from '@gya/domain/features/members/member-reach.ts'
import './sale-start-panel.css'
import { errors } from '@gya/domain/error-catalogue.ts'
import { type ChainStatus, chainStatusLabels } from '@gya/domain/features/chain/chain-status.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { listBranchMembers } from '@gya/domain/features/members/members.contract.ts'
import { emailMemorandum, readMemo } from '@gya/domain/features/memo/memo.contract.ts'
import { memoWarnings, whyNotPrintMemo } from '@gya/domain/features/memo/memo.rules.ts'
import { readMemorandumWords } from '@gya/domain/features/messages/messages.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { createTask, listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import { IconCheck, IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { progressorName } from '../features/common/sale-parties.ts'
import { addressKnownLabel, contactSaved } from '../features/contacts/contacts.messages.ts'
import { emailSent } from '../features/mail/mail.messages.ts'
import {
  EmptyFields,
  MemoSummary,
  MissingRecipients,
  templateOf,
  type WireMemo,
  whyNotSendWords,
} from '../features/memo/memo-form.tsx'
import { PartyPicker } from '../features/property-contacts/contact-pickers.tsx'
import { callApi } from '../lib/api/call-api.ts'
import { reportFailure } from '../lib/api/report-failure.ts'
import { useCall } from '../lib/api/use-call.ts'
import { refusalText, useSave } from '../lib/forms/use-save.tsx'
import type { SaleStartProps } from '../lib/screens.ts'
import { useMe } from '../lib/session/session.tsx'
import { today } from '../lib/today.ts'
import { undoStack } from '../lib/undo/undo-stack.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { FormPanel } from '../ui/layout/form-panel.tsx'

const contactMessages = { ...contactSaved, addressKnown: addressKnownLabel }

type WireProperty = SaleStartProps['property']

const isThere = (progressor: WireProperty['contacts']['bStaff']): boolean => progressor !== null && !progressor.left

/** A part that is left for later becomes a task with this title, unless the task exists already. */
const partsLeft = ({ contacts, mi, buyer }: WireProperty): string[] => [
  ...(isThere(contacts.bStaff) ? [] : ['Assign the sales progressor']),
  ...(contacts.solicitor ? [] : ['Add the vendor’s solicitor']),
  ...(contacts.buyerDetails.solicitor ? [] : ['Add the buyer’s solicitor']),
  ...(contacts.buyerDetails.mBroker || buyer.cashBuyer ? [] : ['Add the buyer’s mortgage broker']),
  ...(mi.chain === 3 ? ['Find out the chain'] : []),
]

/** Each part is saved as soon as it is chosen, so that the memorandum includes it. */
function useSaveParts(params: SaleStartProps['params']) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const queries = useQueryClient()
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setPending(true)
    setError(null)
    try {
      await work()
      return true
    } catch (refusal) {
      reportFailure(refusal, ({ message }) => setError(message))
      return false
    } finally {
      await queries.invalidateQueries()
      setPending(false)
    }
  }
  return {
    pending,
    error,
    contacts: (body: Parameters<typeof callApi<typeof saveContacts>>[1]['body']) =>
      void attempt(() => callApi(saveContacts, { params, body })),
    chain: (chain: ChainStatus) => void attempt(() => callApi(updateManagementInfo, { params, body: { chain } })),
    /** "Each part can be left for later and then stands in Today." */
    leave: (property: WireProperty) =>
      attempt(async () => {
        const { companyId, propertyId } = params
        const query = { propertyId, state: 'open' as const, itemsPerPage: '100' }
        const open = await callApi(listTasks, { params: { companyId }, query })
        const titles = partsLeft(property).filter((title) => open.data.every((task) => task.title !== title))
        for (const title of titles)
          await callApi(createTask, { params: { companyId }, body: { title, propertyId, dueOn: today() } })
        if (titles.length > 0) undoStack.announce(`In Today: ${titles.join(', ')}`)
      }),
  }
}

const Part = ({ title, done, children }: { title: string; done: boolean; children: ReactNode }) => (
  <section aria-label={title} className="start-part">
    <h3>
      {title}
      {done && (
        <span className="done">
          <Icon of={IconCheck} size={14} /> Done
        </span>
      )}
    </h3>
    {children}
  </section>
)

/** After an offer is accepted: progressor, solicitors, broker, chain, and the memorandum, which one click sends. */
export function SaleStartPanel({ property, params, onClose }: SaleStartProps) {
  const saving = useSaveParts(params)
  const { data: memo } = useCall(readMemo, { params })
  const { contacts, mi, buyer } = property
  const { buyerDetails } = contacts
  const idsOf = (party: { contact: { _id: string }; poc: { _id: string } | null } | null) =>
    party && { contact: party.contact._id, poc: party.poc?._id ?? null }
  const picker = { companyId: params.companyId, messages: contactMessages }
  return (
    <section className="sale-start" aria-label="Start this sale">
      <header>
        <h2>Start this sale</h2>
        <p className="mut">Each part is saved as you choose it. What you leave for later stands in Today.</p>
      </header>
      {saving.error !== null && (
        <Notice tone="bad" title="This was not saved">
          {saving.error}
        </Notice>
      )}
      <div className="two">
        <FormPanel title="Who is involved">
          <Progressor property={property} params={params} onChoose={(bStaff) => saving.contacts({ bStaff })} />
          <Part title="Vendor’s solicitor" done={contacts.solicitor !== null}>
            <PartyPicker
              {...picker}
              what="Solicitor"
              actingAs="solicitor"
              whose="the vendor"
              value={contacts.solicitor}
              onChange={(party) => saving.contacts({ solicitor: idsOf(party) })}
            />
          </Part>
          <Part title="Buyer’s solicitor" done={buyerDetails.solicitor !== null}>
            <PartyPicker
              {...picker}
              what="Solicitor"
              actingAs="solicitor"
              whose="the buyer"
              value={buyerDetails.solicitor}
              onChange={(party) => saving.contacts({ buyerDetails: { solicitor: idsOf(party) } })}
            />
          </Part>
          {!buyer.cashBuyer && (
            <Part title="Buyer’s mortgage broker" done={buyerDetails.mBroker !== null}>
              <PartyPicker
                {...picker}
                what="Mortgage broker"
                actingAs="broker"
                whose="the buyer"
                value={buyerDetails.mBroker}
                onChange={(party) => saving.contacts({ buyerDetails: { mBroker: idsOf(party) } })}
              />
            </Part>
          )}
          <Part title="Chain" done={mi.chain !== 3}>
            <SelectField<ChainStatus>
              label="Chain status"
              hideLabel
              value={mi.chain}
              options={([0, 1, 2, 3] as const).map((value) => ({ value, label: chainStatusLabels[value] }))}
              onChange={saving.chain}
            />
          </Part>
        </FormPanel>
        {memo && <Memorandum memo={memo} params={params} onSent={onClose} isSaving={saving.pending} />}
      </div>
      <footer>
        <Button pending={saving.pending} onClick={() => void saving.leave(property).then((isDone) => isDone && onClose())}>
          {partsLeft(property).length > 0 ? 'Leave the rest for later' : 'Close'}
        </Button>
      </footer>
    </section>
  )
}

type ProgressorProps = Pick<SaleStartProps, 'property' | 'params'> & { onChoose: (bStaff: string | null) => void }

function Progressor({ property, params, onChoose }: ProgressorProps) {
  const { data } = useCall(listBranchMembers, { params: { branchId: params.branchId }, query: { itemsPerPage: '100' } })
  const { bStaff } = property.contacts
  const members = (data?.data ?? []).filter((member) => isActiveWorker(member) && member._id !== bStaff?._id)
  return (
    <Part title="Sales progressor" done={isThere(bStaff)}>
      <SelectField<string | null>
        label="Sales progressor"
        hideLabel
        value={bStaff?._id ?? null}
        options={[
          { value: null, label: 'Nobody yet' },
          ...(bStaff ? [{ value: bStaff._id, label: progressorName(bStaff) }] : []),
          ...members.map(({ _id, fullName }) => ({ value: _id, label: fullName })),
        ]}
        onChange={onChoose}
      />
    </Part>
  )
}

type MemorandumProps = { memo: WireMemo; params: SaleStartProps['params']; isSaving: boolean; onSent: () => void }

/** The preview and the recipients; one click sends it to the parties of the sale. */
function Memorandum({ memo, params, isSaving, onSent }: MemorandumProps) {
  const { email } = useMe()
  const { data: words } = useCall(readMemorandumWords, { params })
  const sending = useSave(emailMemorandum, emailSent)
  const warnings = memoWarnings(memo)
  const [unprintable] = whyNotPrintMemo(memo as Parameters<typeof whyNotPrintMemo>[0])
  const recipients = memo.recipients.filter(({ party, marked }) => party || marked)
  const blocked =
    (warnings[0] && errors[warnings[0]][1]) ??
    unprintable?.message ??
    (recipients.length === 0 ? 'There is nobody with an e-mail address' : null) ??
    (words ? whyNotSendWords(words.empty, `${words.subject} ${words.message}`) : 'Please wait...')
  const send = async () => {
    if (!words) return
    const body = {
      to: recipients.map((one) => one.email),
      replyTo: email,
      subject: words.subject,
      message: words.message,
      ...templateOf(words),
    }
    if (await sending.save({ params, body })) onSent()
  }
  return (
    <div className="memo-part">
      {sending.overlay}
      <MemoSummary memo={memo} seller={memo.sellerCustom} buyer={memo.buyerCustom} />
      <MissingRecipients memo={memo} />
      {words && <EmptyFields template={words.template} empty={words.empty} />}
      {sending.error && (
        <Notice tone="bad" title={emailSent.failure.title}>
          {refusalText(sending.error, emailSent.failure)}
        </Notice>
      )}
      <p className="mut">{blocked ?? `To ${recipients.map(({ email: address }) => address).join(', ')}, a message each.`}</p>
      <Button
        variant="primary"
        icon={IconMail}
        pending={sending.pending || isSaving}
        disabledReason={blocked}
        onClick={() => void send()}
      >
        Send memorandum
      </Button>
    </div>
  )
}

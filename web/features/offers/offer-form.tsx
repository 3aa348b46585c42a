import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { type SaleState, whyNotAcceptOffer } from '@gya/domain/features/sale-now/may.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { UseFormReturnType } from '@mantine/form'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useCacheAnswer } from '../../lib/api/use-call.ts'
import { changedFields } from '../../lib/forms/save-form.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { MoneyField } from '../../ui/fields/number-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import { Link, useFollowLink } from '../../ui/navigation/link.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { ConsentField } from '../common/consent-field.tsx'
import {
  acceptanceEffects,
  bodyOf,
  implausibleValues,
  offerLabels as labels,
  newOffer,
  type OfferState,
  type OfferValues,
  type PropertyWithOffers,
  type WireOffer,
  withProgressor,
} from './offer-values.ts'
import { offerAdded } from './offers.messages.ts'
import { useProgressorChoice } from './use-progressor-choice.tsx'

/** "P pending, A accepted, R rejected, W withdrawn." [property §3](docs/design/property.md#3). */
export const offerStates: readonly { value: OfferState; label: string; tone: TagTone }[] = [
  { value: 'P', label: 'Pending', tone: 'amber' },
  { value: 'A', label: 'Accepted', tone: 'good' },
  { value: 'R', label: 'Rejected', tone: 'grey' },
  { value: 'W', label: 'Withdrawn', tone: 'grey' },
]

export const OfferStateTag = ({ state }: { state: OfferState }) => {
  const shown = offerStates.find((one) => one.value === state)
  return (
    <Tag tone={shown?.tone ?? 'grey'} {...(state === 'A' ? { icon: IconCheck } : {})}>
      {shown?.label}
    </Tag>
  )
}

/** Funding and position of the buyer, for example "Mortgage; MIP, in a chain". */
export const buyerPosition = (
  offer: Pick<WireOffer, 'cashBuy' | 'mip' | 'chain' | 'isRenting'>,
): { payment: string; details: readonly string[] } => ({
  payment: offer.cashBuy ? 'Cash' : 'Mortgage',
  details: [
    ...(offer.mip && !offer.cashBuy ? ['MIP'] : []),
    offer.chain ? 'in a chain' : 'no chain',
    ...(offer.isRenting ? ['renting'] : []),
  ],
})

type Form = UseFormReturnType<OfferValues>

/** The refusal, with the word Timeline in it as a link. */
const EndOfSale = () => {
  const to = useScopedPath()
  const [before, after] = errors.OFFER_ACCEPTED_NEEDS_FALL_OFF[1].split('Timeline')
  return (
    <>
      {before}
      <Link className="link" to={to('/property/timeline')}>
        Timeline
      </Link>
      {after}
    </>
  )
}

/** States that are not allowed are disabled, with the reason. */
const StateField = ({ form, offer, property }: { form: Form; offer: WireOffer | null; property: SaleState }) => {
  const accepted = offer?.state === 'A'
  const whyNotAccept = whyNotAcceptOffer({ _id: offer?._id ?? '' }, property)
  const reasonFor = (state: OfferValues['state']): string | null => {
    if (accepted) return state === 'A' ? null : errors.OFFER_ACCEPTED_NEEDS_FALL_OFF[1]
    return state === 'A' && whyNotAccept ? errors[whyNotAccept][1] : null
  }
  const choose = (state: OfferValues['state']) => {
    form.setFieldValue('state', state)
    form.setFieldValue('acceptedOn', state === 'A' ? (form.values.acceptedOn ?? today()) : (offer?.acceptedOn ?? null))
  }
  return (
    <SegmentedField
      {...form.getInputProps('state')}
      onChange={choose}
      label={labels.state}
      className="full"
      wide
      options={offerStates.map(({ value, label }) => ({ value, label, disabledReason: reasonFor(value) }))}
      hint={accepted ? <EndOfSale /> : whyNotAccept && errors[whyNotAccept][1]}
    />
  )
}

/** "Choosing cash buy forces depositSize to 0 and disables it." Switching back to a mortgage restores the deposit. */
const PaymentFields = ({ form }: { form: Form }) => {
  const { cashBuy } = form.values
  const deposit = useRef(form.values.depositSize || null)
  const pay = (cash: boolean) => {
    if (cash && !cashBuy) deposit.current = form.values.depositSize
    form.setFieldValue('cashBuy', cash)
    form.setFieldValue('depositSize', cash ? 0 : deposit.current)
  }
  return (
    <>
      <SegmentedField
        {...form.getInputProps('cashBuy')}
        onChange={pay}
        label={labels.cashBuy}
        required
        wide
        options={[
          { value: true, label: 'Cash' },
          { value: false, label: 'Mortgage' },
        ]}
      />
      <MoneyField
        {...form.getInputProps('depositSize')}
        label={labels.depositSize}
        min={0}
        optional={!cashBuy}
        disabledReason={cashBuy ? 'A cash buyer pays no deposit on a mortgage' : null}
      />
    </>
  )
}

type Props = {
  form: Form
  /** Null for a new offer. */
  offer: WireOffer | null
  property: SaleState
  companyId: string
  /** Shown instead of the editable amount. */
  amount?: ReactNode
}

export const OfferFields = ({ form, offer, property, companyId, amount }: Props) => {
  const field = form.getInputProps
  return (
    <FieldGrid>
      <TextField {...field('name')} label={labels.name} required />
      {amount ?? <MoneyField {...field('amount')} label={labels.amount} required />}
      <TextField {...field('email')} label={labels.email} type="email" optional />
      <TextField {...field('tel')} label={labels.tel} type="tel" optional />
      <StateField form={form} offer={offer} property={property} />
      <PaymentFields form={form} />
      <SegmentedField
        {...field('chain')}
        label={labels.chain}
        required
        wide
        options={[
          { value: true, label: 'In a chain' },
          { value: false, label: 'No chain' },
        ]}
      />
      <DateField {...field('when')} label={labels.when} nearest="past" required />
      {form.values.state === 'A' && <DateField {...field('acceptedOn')} label={labels.acceptedOn} required max={today()} />}
      <div className="checks full">
        <CheckField {...field('mip', { type: 'checkbox' })} label={labels.mip} />
        <CheckField {...field('isRenting', { type: 'checkbox' })} label={labels.isRenting} />
      </div>
      <ConsentField companyId={companyId} {...field('mayContact')} />
      <TextAreaField {...field('notes')} label={labels.notes} className="full" rows={2} optional />
    </FieldGrid>
  )
}

/** For an existing offer: the sentences that explain why its acceptance is refused, and the list of required checks. */
export type AcceptanceGate = { blocked: readonly string[]; list: ReactNode }

type Acceptance = {
  property: PropertyWithOffers
  offer: WireOffer | null
  params: PropertyParams
  /** Who was chosen to run the sale; called before the save. */
  onChoose: (bStaff: string | null | undefined) => void
}

/** Asks for confirmation before an offer is accepted and lists the effects. Other saves are not affected. */
export function useConfirmAcceptance(
  save: SaveForm<OfferValues>,
  { property, offer, params, onChoose }: Acceptance,
  gate: AcceptanceGate = { blocked: [], list: null },
): { onSubmit: (event: FormEvent<HTMLFormElement>) => void; ask: () => void; question: ReactNode } {
  const [confirming, setConfirming] = useState<CurrentTime | null>(null)
  const { name, amount, cashBuy, state, acceptedOn } = save.form.values
  const accepts = state === 'A' && offer?.state !== 'A'
  const choice = useProgressorChoice(params, confirming !== null)
  const ask = () => setConfirming({ today: today(), now: new Date().toISOString() })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!accepts || save.form.validate().hasErrors) return save.props.onSubmit(event)
    event.preventDefault()
    if (!save.pending) ask()
  }
  const question = confirming && amount !== null && (
    <ConfirmDialog
      open
      title="Accept this offer?"
      wide={gate.list !== null}
      disabledReason={gate.blocked.length > 0 ? gate.blocked.join(' ') : choice.whyNot}
      confirmLabel="Accept offer"
      onCancel={() => setConfirming(null)}
      onConfirm={() => {
        setConfirming(null)
        onChoose(choice.bStaff)
        save.submit()
      }}
    >
      <p>Accepting {name.trim()}’s offer does this:</p>
      <ul className="bullets">
        {acceptanceEffects(property, { name: name.trim(), amount, cashBuy: cashBuy === true, acceptedOn }, confirming).map(
          (effect) => (
            <li key={effect}>{effect}</li>
          ),
        )}
      </ul>
      {gate.list}
      {choice.field}
    </ConfirmDialog>
  )
  return { onSubmit, ask, question }
}

/** The value of the search parameter `panel` that opens the start of the sale. */
export const saleStartPanel = 'sale-start'

/** The value of the search parameter `panel` that opens the acceptance of the offer; `at` is the day of acceptance. */
export const acceptancePanel = 'acceptance'

/** The id of the offer that was created by adding it. */
const addedOfferId = (before: PropertyWithOffers, after: PropertyWithOffers): string | undefined =>
  after.offers.find(({ _id }) => before.offers.every((offer) => offer._id !== _id))?._id

type AddOfferProps = {
  property: PropertyWithOffers
  params: PropertyParams
  /** An acceptance requires checks. They belong to an offer, so it is added as pending and accepted afterwards. */
  asksBeforeAccepting: boolean
}

/** "After a successful add the user is sent to the offers list", with the new offer selected. */
export function AddOffer({ property, params, asksBeforeAccepting }: AddOfferProps) {
  const [initialValues] = useState(() => newOffer(today()))
  const follow = useFollowLink()
  const to = useScopedPath()
  const cacheAnswer = useCacheAnswer()
  const progressor = useRef<string | null>(undefined)
  const onChoose = (bStaff: string | null | undefined) => {
    progressor.current = bStaff
  }
  const saving = useSaveForm({
    call: addOffer,
    name: `offer-create-${property._id}`,
    isNew: true,
    initialValues,
    toInput: (values) => ({
      params,
      body:
        asksBeforeAccepting && values.state === 'A'
          ? bodyOf({ ...values, state: 'P' })
          : withProgressor(bodyOf(values), values.state === 'A', progressor.current),
    }),
    implausible: (values) => implausibleValues(values, property.mi, today()),
    messages: offerAdded,
    onSaved: (response, { state, acceptedOn }) => {
      cacheAnswer(readProperty, { params }, response)
      const offer = addedOfferId(property, response)
      const isAccepted = response.offers.some(({ _id, state }) => _id === offer && state === 'A')
      const acceptance = state === 'A' && !isAccepted ? { panel: acceptancePanel, at: acceptedOn ?? undefined } : {}
      follow(to('/property/offers', {}, { offer, ...(isAccepted ? { panel: saleStartPanel } : acceptance) }))
    },
  })
  const acceptance = useConfirmAcceptance(saving, { property, offer: null, params, onChoose })
  return (
    <form {...saving.props} onSubmit={asksBeforeAccepting ? saving.props.onSubmit : acceptance.onSubmit} aria-label="Add offer">
      <div className="grid1 narrow before-savebar">
        {saving.notices}
        <FormPanel title="Add offer">
          <OfferFields form={saving.form} offer={null} property={property} companyId={params.companyId} />
        </FormPanel>
      </div>
      <SaveBar
        summary={changedFields(saving.form, labels).join(', ') || undefined}
        saveLabel="Add offer"
        pending={saving.pending}
        onDiscard={saving.dirty ? saving.form.reset : undefined}
      />
      {acceptance.question}
    </form>
  )
}

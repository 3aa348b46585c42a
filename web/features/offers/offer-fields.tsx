import { errors } from '@gya/domain/errors.ts'
import { type OfferedProperty, whyNotAcceptOffer } from '@gya/domain/features/offers/decide-offer.ts'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useRef } from 'react'
import { useScopedPath } from '../../platform/place.ts'
import { today } from '../../platform/today.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldGrid } from '../../ui/form-panel.tsx'
import { Link } from '../../ui/link.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { offerLabels as labels, type OfferValues, type WireOffer } from './offer-values.ts'
import { offerStates } from './offer-words.tsx'

type Form = UseFormReturnType<OfferValues>

/** "To end this sale, perform a fall-off on the Timeline page.", with the link to that page. */
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

/** The status: what it cannot become is off, with the reason beside it. */
const StateField = ({ form, offer, property }: { form: Form; offer: WireOffer | null; property: OfferedProperty }) => {
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

/** "Choosing cash buy forces depositSize to 0 and disables it." Going back to a mortgage brings back what stood there. */
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
  /** The stored offer; null while it is still to be made. */
  offer: WireOffer | null
  property: OfferedProperty
  /** In place of the amount that can be typed. */
  amount?: ReactNode
}

/** The fields of an offer, the same for a new one and a stored one. */
export const OfferFields = ({ form, offer, property, amount }: Props) => {
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
      <DateField {...field('when')} label={labels.when} required />
      {form.values.state === 'A' && <DateField {...field('acceptedOn')} label={labels.acceptedOn} required max={today()} />}
      <div className="checks full">
        <CheckField {...field('mip', { type: 'checkbox' })} label={labels.mip} />
        <CheckField {...field('isRenting', { type: 'checkbox' })} label={labels.isRenting} />
      </div>
      <TextAreaField {...field('notes')} label={labels.notes} className="full" rows={2} optional />
    </FieldGrid>
  )
}

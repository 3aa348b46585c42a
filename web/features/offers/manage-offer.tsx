import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import { updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { useState } from 'react'
import { changedFields } from '../../platform/changed-fields.ts'
import { today } from '../../platform/today.ts'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { Button } from '../../ui/button.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { FormFooter } from '../../ui/save-bar.tsx'
import { AmendOfferDialog } from './amend-offer-dialog.tsx'
import { OfferFields } from './offer-fields.tsx'
import { bodyOf, doubtsOf, offerLabels, type PropertyWithOffers, valuesOf, type WireOffer } from './offer-values.ts'
import { OfferStateTag } from './offer-words.tsx'
import { offerSaved } from './offers.messages.ts'
import { RemoveOffer } from './remove-offer.tsx'
import { useConfirmAcceptance } from './use-accepting.tsx'

/** Every amount the offer has had, the newest first. */
const AmountHistory = ({ history }: { history: WireOffer['history'] }) => (
  <>
    <h3 className="sub">Amount history</h3>
    <ol className="hist">
      {history.map(({ amount, createdon, note }, index) => (
        <li key={`${createdon}-${amount}`}>
          <time dateTime={createdon}>{showDate(londonDay(createdon))}</time>
          <b>{showPounds(amount)}</b>
          <span>{note || (index === history.length - 1 ? 'First offer' : 'Amount edited')}</span>
        </li>
      ))}
    </ol>
  </>
)

/** "The amount of an accepted offer is read-only and changes only through the Amend offer dialog." */
const AcceptedAmount = ({ amount, blocked, onAmend }: { amount: number; blocked: boolean; onAmend: () => void }) => (
  <div className="join end">
    <MoneyField label={offerLabels.amount} value={amount} readOnly />
    <Button aria-haspopup="dialog" onClick={onAmend} disabledReason={blocked ? 'Save or discard the other changes first' : null}>
      Amend offer
    </Button>
  </div>
)

type ManageOfferProps = {
  property: PropertyWithOffers
  offer: WireOffer
  params: { companyId: string; branchId: string; propertyId: string }
}

/** The form of one stored offer. Give it the offer's id as key: what is typed belongs to that offer. */
export function ManageOffer({ property, offer, params }: ManageOfferProps) {
  const [amending, setAmending] = useState(false)
  const saving = useSaveForm({
    call: updateOffer,
    name: `offer-${offer._id}`,
    initialValues: valuesOf(offer),
    version: property.version,
    toInput: (values, version) => ({ params, body: { _id: offer._id, ...bodyOf(values), version } }),
    implausible: (values) => doubtsOf(values, property.mi, today()),
    messages: offerSaved,
  })
  const { form } = saving
  const accepting = useConfirmAcceptance(saving, property, offer)
  const accepted = offer.state === 'A'
  const changed = changedFields(form, offerLabels)
  return (
    <>
      <form {...saving.props} onSubmit={accepting.onSubmit} aria-label={`Manage offer of ${offer.name}`}>
        <FormPanel
          title="Manage offer"
          aside={
            <>
              <OfferStateTag state={offer.state} />
              <span className="spacer" />
              {accepted && offer.acceptedOn && <span className="mut t12">Accepted {showDate(offer.acceptedOn)}</span>}
              <RemoveOffer offer={offer} params={params} />
            </>
          }
          foot={
            <FormFooter
              changes={changed.length}
              disabledReason={saving.disabledReason}
              pending={saving.pending}
              saveLabel="Save offer"
              onDiscard={saving.dirty ? form.reset : undefined}
            />
          }
        >
          {saving.notices}
          <OfferFields
            form={form}
            offer={offer}
            property={property}
            amount={
              accepted ? (
                <AcceptedAmount amount={offer.amount} blocked={saving.dirty} onAmend={() => setAmending(true)} />
              ) : undefined
            }
          />
          <AmountHistory history={offer.history} />
        </FormPanel>
        {accepting.question}
      </form>
      {amending && <AmendOfferDialog property={property} offer={offer} params={params} onClose={() => setAmending(false)} />}
    </>
  )
}

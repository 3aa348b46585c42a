import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { useState } from 'react'
import { useCacheAnswer } from '../../lib/api/use-call.ts'
import { changedFields } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { OfferFields, useConfirmAcceptance } from './offer-form.tsx'
import { bodyOf, doubtsOf, newOffer, offerLabels, type PropertyWithOffers } from './offer-values.ts'
import { offerAdded } from './offers.messages.ts'

type Props = { property: PropertyWithOffers; params: { companyId: string; branchId: string; propertyId: string } }

/** The id of the offer that an answer has and the property before it had not. */
const addedTo = (before: PropertyWithOffers, after: PropertyWithOffers): string | undefined =>
  after.offers.find((offer) => before.offers.every((known) => known._id !== offer._id))?._id

/** "After a successful add the user is sent to the offers list": there with the new offer chosen. */
export function CreateOffer({ property, params }: Props) {
  const [initialValues] = useState(() => newOffer(today()))
  const follow = useFollowLink()
  const to = useScopedPath()
  const keep = useCacheAnswer()
  const saving = useSaveForm({
    call: addOffer,
    name: `offer-create-${property._id}`,
    isNew: true,
    initialValues,
    toInput: (values) => ({ params, body: bodyOf(values) }),
    implausible: (values) => doubtsOf(values, property.mi, today()),
    messages: offerAdded,
    onSaved: (answer) => {
      keep(readProperty, { params }, answer)
      follow(to('/property/offers', {}, { offer: addedTo(property, answer) }))
    },
  })
  const accepting = useConfirmAcceptance(saving, property, null)
  return (
    <form {...saving.props} onSubmit={accepting.onSubmit} aria-label="Add offer">
      <div className="grid1 narrow before-savebar">
        {saving.notices}
        <FormPanel title="Add offer">
          <OfferFields form={saving.form} offer={null} property={property} />
        </FormPanel>
      </div>
      <SaveBar
        summary={changedFields(saving.form, offerLabels).join(', ') || undefined}
        saveLabel="Add offer"
        pending={saving.pending}
        onDiscard={saving.dirty ? saving.form.reset : undefined}
      />
      {accepting.question}
    </form>
  )
}

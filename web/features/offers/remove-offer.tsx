import { showPounds } from '@gya/domain/common/money.ts'
import { whyNotRemoveOffer } from '@gya/domain/features/offers/decide-offer.ts'
import { deleteOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { useState } from 'react'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { WireOffer } from './offer-values.ts'
import { invalidOffer, offerRemoved } from './offers.messages.ts'

type RemoveOfferProps = { offer: WireOffer; params: { companyId: string; branchId: string; propertyId: string } }

/** Removes an offer after a question. "The delete action for an accepted offer is hidden for everyone." */
export function RemoveOffer({ offer, params }: RemoveOfferProps) {
  const [asking, setAsking] = useState(false)
  const saving = useSave(deleteOffer, offerRemoved)
  if (whyNotRemoveOffer(offer)) return null
  const close = () => {
    saving.reset()
    setAsking(false)
  }
  const remove = async () => {
    if (await saving.save({ params: { ...params, offerId: offer._id } })) setAsking(false)
  }
  return (
    <>
      {saving.overlay}
      <Button variant="danger-quiet" size="s" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        title="Remove this offer?"
        confirmLabel="Remove offer"
        danger
        pending={saving.pending}
        error={
          saving.error && (saving.error.code === 'NOT_FOUND' ? invalidOffer : refusalText(saving.error, offerRemoved.failure))
        }
        onCancel={close}
        onConfirm={() => void remove()}
      >
        <p>
          {offer.name}’s offer of {showPounds(offer.amount)} and its amount history are removed from this property. To keep it on
          record, reject or withdraw it instead.
        </p>
      </ConfirmDialog>
    </>
  )
}

import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { today } from '../../platform/today.ts'
import type { SaveForm } from '../../platform/use-save-form.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { OfferValues, PropertyWithOffers, WireOffer } from './offer-values.ts'
import { acceptanceEffects } from './what-accepting-does.ts'

/**
 * Accepting an offer changes the whole sale, so it is asked first, with everything that it does. Other saves go straight
 * through. Answers what the form's submit runs, and the question.
 */
export function useConfirmAcceptance(
  save: SaveForm<OfferValues>,
  property: PropertyWithOffers,
  offer: WireOffer | null,
): { onSubmit: (event: FormEvent<HTMLFormElement>) => void; question: ReactNode } {
  const [asked, setAsked] = useState<CurrentTime | null>(null)
  const { name, amount, cashBuy, state, acceptedOn } = save.form.values
  const accepts = state === 'A' && offer?.state !== 'A'
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!accepts || save.form.validate().hasErrors) return save.props.onSubmit(event)
    event.preventDefault()
    if (!save.pending) setAsked({ today: today(), now: new Date().toISOString() })
  }
  const question = asked && amount !== null && (
    <ConfirmDialog
      open
      title="Accept this offer?"
      confirmLabel="Accept offer"
      onCancel={() => setAsked(null)}
      onConfirm={() => {
        setAsked(null)
        save.submit()
      }}
    >
      <p>Accepting {name.trim()}’s offer does this:</p>
      <ul className="bullets">
        {acceptanceEffects(property, { name: name.trim(), amount, cashBuy: cashBuy === true, acceptedOn }, asked).map(
          (effect) => (
            <li key={effect}>{effect}</li>
          ),
        )}
      </ul>
    </ConfirmDialog>
  )
  return { onSubmit, question }
}

import { IconCheck } from '@tabler/icons-react'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import type { OfferState, WireOffer } from './offer-values.ts'

/** "P pending, A accepted, R rejected, W withdrawn." Property document, section 3. */
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

/** How the buyer pays and stands, in parts: Mortgage; MIP, in a chain. */
export const buyerPosition = (
  offer: Pick<WireOffer, 'cashBuy' | 'mip' | 'chain' | 'isRenting'>,
): { pays: string; stands: readonly string[] } => ({
  pays: offer.cashBuy ? 'Cash' : 'Mortgage',
  stands: [
    ...(offer.mip && !offer.cashBuy ? ['MIP'] : []),
    offer.chain ? 'in a chain' : 'no chain',
    ...(offer.isRenting ? ['renting'] : []),
  ],
})

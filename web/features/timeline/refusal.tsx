import { type ErrorCode, errors } from '@gya/domain/errors.ts'
import { useScopedPath } from '../../platform/place.ts'
import { Link } from '../../ui/link.tsx'

/** The id of the field of the completion date, wherever the editor shows it. */
export const completionDateFieldId = 'completion-date'

/** Where what is missing is entered. */
const whereToFix: Partial<Record<ErrorCode, 'offers' | 'completionDate'>> = {
  EXCHANGED_WITHOUT_OFFER: 'offers',
  COMPLETED_WITHOUT_OFFER: 'offers',
  COMPLETION_DATE_REQUIRED: 'completionDate',
  COMPLETED_WITHOUT_DATE: 'completionDate',
  COMPLETION_DATE_IN_FUTURE: 'completionDate',
  EXCHANGED_AFTER_COMPLETION: 'completionDate',
  SALE_BEFORE_ACCEPTANCE: 'completionDate',
}

const ToOffers = () => {
  const to = useScopedPath()
  return (
    <Link className="link" to={to('/property/offers')}>
      Go to Offers
    </Link>
  )
}

const ToCompletionDate = () => (
  <button type="button" className="link" onClick={() => document.getElementById(completionDateFieldId)?.focus()}>
    Go to the completion date
  </button>
)

/** A refusal of the timeline in words, with the way to what is missing. */
export const Refusal = ({ code, words }: { code: ErrorCode; words?: string | null }) => (
  <>
    {words ?? errors[code][1]} {whereToFix[code] === 'offers' && <ToOffers />}
    {whereToFix[code] === 'completionDate' && <ToCompletionDate />}
  </>
)

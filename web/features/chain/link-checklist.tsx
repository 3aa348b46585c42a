import { type Checklist, mortgageOffers, surveyAnswers } from '@gya/domain/features/chain/checklist.ts'
import { useTo } from '../../platform/place.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { Link as PageLink } from '../../ui/link.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { salesProgress, surveyNotes } from './chain.messages.ts'
import { isLive, type Link } from './chain-edit.ts'
import { stepWords } from './link-words.ts'

const legal = ['mosSent', 'draftContracts', 'searchesApplied', 'searchesBack', 'enquiriesRaised', 'enquiriesAnswered'] as const
const closing = ['contractSigned', 'depositPaid'] as const

type Props = {
  link: Link
  errors: Readonly<Record<string, string>>
  onChange: (timeline: Checklist) => void
}

/** How far the sale of a link is: ticked by hand, or read from the timeline of the property that it shows. */
export function LinkChecklist({ link, errors, onChange }: Props) {
  if (isLive(link)) return <LiveProgress link={link} />
  const { timeline } = link
  const change = (part: Partial<Checklist>) => onChange({ ...timeline, ...part })
  const check = (step: (typeof legal | typeof closing)[number]) => (
    <CheckField
      key={step}
      label={stepWords[step]}
      checked={timeline[step]}
      onChange={(done: boolean) => change({ [step]: done })}
    />
  )
  return (
    <fieldset className="group">
      <legend>{salesProgress}</legend>
      <div className="link-checks">
        {legal.map(check)}
        {closing.map(check)}
      </div>
      <div className="grid3">
        <SegmentedField
          label={stepWords.surveyBooked}
          options={surveyAnswers.map((value) => ({ value, label: value === 'NA' ? 'N/A' : value }))}
          value={timeline.surveyBooked}
          onChange={(surveyBooked) => change({ surveyBooked })}
        />
        <TextField
          label={surveyNotes}
          value={timeline.surveyDate}
          error={errors['timeline.surveyDate']}
          onChange={(surveyDate) => change({ surveyDate })}
        />
        <SegmentedField
          label={stepWords.mortgageOffer}
          options={mortgageOffers.map((value) => ({ value, label: value }))}
          value={timeline.mortgageOffer}
          onChange={(mortgageOffer) => change({ mortgageOffer })}
        />
      </div>
    </fieldset>
  )
}

function LiveProgress({ link: { propertyRef, timeline } }: { link: Link }) {
  const to = useTo()
  const line1 = propertyRef?.address.line1 ?? 'this property'
  return (
    <section className="group" aria-label={salesProgress}>
      <h3>{salesProgress}</h3>
      <p className="hint">
        {propertyRef?.deleted ? 'As it was when the chain was last saved.' : 'The ticks follow the timeline of '}
        {propertyRef && !propertyRef.deleted && (
          <>
            {propertyRef.branch ? (
              <PageLink
                className="link"
                to={to('/property/timeline', { branch: propertyRef.branch._id, property: propertyRef._id })}
              >
                {line1}
              </PageLink>
            ) : (
              line1
            )}
            .
          </>
        )}
        {timeline.surveyDate && ` The first survey is on ${timeline.surveyDate}.`}
      </p>
    </section>
  )
}

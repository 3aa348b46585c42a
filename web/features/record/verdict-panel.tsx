import './record.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import {
  faultWords,
  replacedWords,
  startedSealedWords,
  type Verdict,
  verdictRemarks,
  verdictWords,
  whatItShows,
} from '@gya/domain/features/record/verdict.ts'
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'

export function VerdictPanel({ verdict, foot }: { verdict: Verdict; foot?: ReactNode }) {
  const { startedSealed, replaced, compared } = verdict
  return (
    <section className={classNames('panel', 'verdict', verdict.whole ? 'whole' : 'broken')} aria-labelledby="verdict-title">
      <header>
        <Icon of={verdict.whole ? IconShieldCheck : IconShieldX} size={18} />
        <h2 id="verdict-title">{verdict.whole ? verdictWords(verdict) : 'Not whole'}</h2>
      </header>
      <div className="form" role={verdict.whole ? 'status' : 'alert'}>
        {verdict.whole ? <p>No entry up to there was changed or removed.</p> : <p>{verdictWords(verdict)}</p>}
        {compared && (
          <p>
            {verdict.whole ? 'It is also the record of the checkpoint you pasted' : 'Compared with the checkpoint you pasted'}, of{' '}
            {showDateTime(compared.at)} at entry {compared.position.toLocaleString('en-GB')}.
          </p>
        )}
        {!verdict.whole && verdict.faults.length > 1 && (
          <ul className="faults">
            {verdict.faults.map(({ position, what, at }) => (
              <li key={`${position} ${what}`}>
                {faultWords(what, position)}
                {at && <span> Written {showDateTime(at)}.</span>}
              </li>
            ))}
          </ul>
        )}
        {verdictRemarks(verdict).map((remark) => (
          <p key={remark} className="hint">
            {remark}
          </p>
        ))}
        {startedSealed && <p className="hint">{startedSealedWords(startedSealed)}</p>}
        {replaced.length > 0 && (
          <p className="hint">
            By erasure: {replaced.slice(0, 3).map(replacedWords).join(' · ')}
            {replaced.length > 3 && ` · and ${replaced.length - 3} more`}
          </p>
        )}
        {foot}
        <WhatItShows />
      </div>
    </section>
  )
}

/** "Every screen that says whole leads to these two sentences." [trust §1.2](docs/design/trust.md#1.2), rule 9. */
export const WhatItShows = () => (
  <details className="what-it-shows">
    <summary>What this shows</summary>
    <p>{whatItShows.shown}</p>
    <p>{whatItShows.notShown}</p>
  </details>
)

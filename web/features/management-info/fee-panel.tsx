import { showPounds, showPoundsAndPence } from '@gya/domain/common/money.ts'
import type { ReactNode } from 'react'
import { FormPanel } from '../../ui/form-panel.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { FeePreview, WireMi } from './mi-values.ts'
import './management-info.css'

const FeeLine = ({ name, total, children }: { name: ReactNode; total?: boolean; children: ReactNode }) => (
  <div className={total ? 'total' : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const amountOrNotYet = (pounds: number | null): ReactNode =>
  pounds === null ? <span className="mut">Not yet</span> : showPoundsAndPence(pounds)

const feeBasis = ({ agreedPrice, currentAskingPrice }: WireMi): string => {
  if (agreedPrice !== null) return `Of the sold price, ${showPounds(agreedPrice)}.`
  if (currentAskingPrice !== null) return `Of the asking price, ${showPounds(currentAskingPrice)}, until a price is agreed.`
  return 'There is no asking price yet.'
}

/** "Fee preview (gross, deduction, expected)": what the agency may expect with what is typed. All exclude VAT and say so. */
export const FeePanel = ({ mi, fees }: { mi: WireMi; fees: FeePreview }) => (
  <FormPanel title="Fee" aside={fees.estimate && <Tag tone="amber">Estimate</Tag>}>
    <dl className="sums">
      <FeeLine name={fees.percent === null ? 'Gross fee' : `Gross fee (${fees.percent} %)`}>{amountOrNotYet(fees.gross)}</FeeLine>
      <FeeLine name={`Deduction (${mi.feeDeduction} %)`}>
        {fees.deduction === null ? (
          amountOrNotYet(null)
        ) : (
          <>
            {'\u2212'}
            {showPoundsAndPence(fees.deduction)}
          </>
        )}
      </FeeLine>
      <FeeLine name="Expected fee" total>
        {amountOrNotYet(fees.expected)}
      </FeeLine>
    </dl>
    <p className="hint">{feeBasis(mi)} Excluding VAT.</p>
  </FormPanel>
)

import { showPounds, showPoundsAndPence } from '@gya/domain/common/money.ts'
import type { ReactNode } from 'react'
import { FormPanel } from '../../ui/form-panel.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { FeePreview, WireMi } from './mi-values.ts'
import './management-info.css'

const Line = ({ name, total, children }: { name: ReactNode; total?: boolean; children: ReactNode }) => (
  <div className={total ? 'total' : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const amount = (pounds: number | null): ReactNode =>
  pounds === null ? <span className="mut">Not yet</span> : showPoundsAndPence(pounds)

const basisOf = ({ agreedPrice, currentAskingPrice }: WireMi): string => {
  if (agreedPrice !== null) return `Of the sold price, ${showPounds(agreedPrice)}.`
  if (currentAskingPrice !== null) return `Of the asking price, ${showPounds(currentAskingPrice)}, until a price is agreed.`
  return 'There is no asking price yet.'
}

/** "Fee preview (gross, deduction, expected)": what the agency may expect with what is typed. All exclude VAT and say so. */
export const FeePanel = ({ mi, fees }: { mi: WireMi; fees: FeePreview }) => (
  <FormPanel title="Fee" aside={fees.estimate && <Tag tone="amber">Estimate</Tag>}>
    <dl className="sums">
      <Line name={fees.percent === null ? 'Gross fee' : `Gross fee (${fees.percent} %)`}>{amount(fees.gross)}</Line>
      <Line name={`Deduction (${mi.feeDeduction} %)`}>
        {fees.deduction === null ? (
          amount(null)
        ) : (
          <>
            {'\u2212'}
            {showPoundsAndPence(fees.deduction)}
          </>
        )}
      </Line>
      <Line name="Expected fee" total>
        {amount(fees.expected)}
      </Line>
    </dl>
    <p className="hint">{basisOf(mi)} Excluding VAT.</p>
  </FormPanel>
)

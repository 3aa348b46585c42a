import { addressLine } from '@gya/domain/common/address-line.ts'
import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { ReactNode } from 'react'
import { FormPanel } from '../../ui/form-panel.tsx'
import type { WireMemo } from './memo-form.tsx'

/** "A custom seller or buyer text replaces the displayed name, which is then shown struck through." */
const Party = ({ party, custom }: { party: WireMemo['seller'] | null; custom: string }) => {
  if (!party) return <span className="mut">Nobody yet</span>
  return (
    <>
      {custom.trim() ? (
        <>
          <del className="mut">{party.name}</del> <b>{custom}</b>
        </>
      ) : (
        <b>{party.name}</b>
      )}
      <Lines of={[party.email, party.tel]} />
    </>
  )
}

const Solicitor = ({ solicitor }: { solicitor: WireMemo['vendorSolicitor'] }) =>
  solicitor ? (
    <>
      <b>{solicitor.firm}</b>
      <Lines of={[solicitor.poc, solicitor.email, solicitor.tel]} />
    </>
  ) : (
    <span className="mut">Nobody yet</span>
  )

const Lines = ({ of }: { of: readonly string[] }) => of.filter(Boolean).map((line) => <small key={line}>{line}</small>)

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

type MemoSummaryProps = { memo: WireMemo; seller: string; buyer: string }

/** What the memorandum will say of the sale, beside the texts that are typed. */
export const MemoSummary = ({ memo, seller, buyer }: MemoSummaryProps) => (
  <FormPanel title="What it says">
    <dl className="memo-says">
      <Row name="Property">
        {addressLine(memo.address)}
        <small>Tenure: {memo.tenure}</small>
      </Row>
      <Row name="Agreed price">
        {memo.price === null ? <span className="mut">Not yet</span> : <b>{showPounds(memo.price)}</b>}
      </Row>
      <Row name="Vendor">
        <Party party={memo.seller} custom={seller} />
      </Row>
      <Row name="Vendor’s solicitor">
        <Solicitor solicitor={memo.vendorSolicitor} />
      </Row>
      <Row name="Buyer">
        <Party party={memo.buyer} custom={buyer} />
      </Row>
      <Row name="Buyer’s solicitor">
        <Solicitor solicitor={memo.buyerSolicitor} />
      </Row>
      {memo.terms.length > 0 && <Row name="Terms">{memo.terms.join(' ')}</Row>}
      <Row name="Chain">{memo.chain}</Row>
      {memo.completionDate && <Row name="Completion">{showDate(memo.completionDate)}</Row>}
    </dl>
  </FormPanel>
)

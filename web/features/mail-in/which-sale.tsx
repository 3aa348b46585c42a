import { showDate } from '@gya/domain/common/dates.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import type { MatchReason } from '@gya/domain/features/mail-in/mail-in.model.ts'
import { type RefObject, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { Kbd } from '../../ui/fields/search-field.tsx'
import { MenuOn } from '../../ui/overlays/menu.tsx'
import { type FoundSale, SaleLookup } from '../common/sale-lookup.tsx'
import type { MailListRow } from './mail-list.tsx'
import type { WireMail } from './message-view.tsx'

/** An e-mail has at most ten sales. */
const maxSales = 10

type Candidate = { propertyId: string; line1: string; parties: string; why: string; isWeak: boolean; fellOffOn: string | null }

/** Reasons for which an e-mail does not file itself. */
const weak: readonly (MatchReason | undefined)[] = ['party', 'related', 'postcode']

type Choice = { mailId: string; ids: readonly string[]; found: readonly FoundSale[] }

/** The sales offered for an e-mail, with those that were searched for, and the chosen ones. */
export function useSaleChoice(mail: WireMail | undefined) {
  const [made, setMade] = useState<Choice | null>(null)
  const initial: Choice = {
    mailId: mail?._id ?? '',
    ids: (mail?.candidates ?? []).flatMap(({ isChosen, propertyId }) => (isChosen ? [propertyId] : [])),
    found: [],
  }
  const choice = made?.mailId === initial.mailId ? made : initial
  const sales: Candidate[] = [
    ...(mail?.candidates ?? []).map(({ propertyId, address, vendor, buyer, reasons, words, fellOffOn }) => ({
      propertyId,
      line1: address.line1,
      parties: buyer ? `${vendor} to ${buyer}` : vendor,
      why: words,
      isWeak: weak.includes(reasons[0]),
      fellOffOn,
    })),
    ...choice.found.map(({ propertyId, line1 }) => ({
      propertyId,
      line1,
      parties: '',
      why: 'found by you',
      isWeak: true,
      fellOffOn: null,
    })),
  ]
  return {
    sales,
    ids: choice.ids,
    toggle: (id: string | undefined) => {
      if (id === undefined || !mail) return
      const ids = choice.ids.includes(id) ? choice.ids.filter((one) => one !== id) : [...choice.ids, id].slice(0, maxSales)
      setMade({ ...choice, ids })
    },
    reset: () => setMade(null),
    add: (sale: FoundSale) => {
      const found = sales.some(({ propertyId }) => propertyId === sale.propertyId) ? choice.found : [...choice.found, sale]
      setMade({ ...choice, found, ids: [...new Set([...choice.ids, sale.propertyId])].slice(0, maxSales) })
    },
  }
}

type Props = {
  companyId: string
  row: MailListRow
  mail: WireMail | undefined
  state: 'inbox' | 'aside' | 'junk'
  choice: ReturnType<typeof useSaleChoice>
  alike: boolean
  onAlike: (alike: boolean) => void
  onFile: (propertyIds: readonly string[]) => void
  onAside: (as: 'inbox' | 'aside' | 'junk') => void
  onPass: (branchId: string) => void
  box: RefObject<HTMLElement | null>
}

const Sale = ({
  sale,
  nth,
  isChosen,
  onFile,
  onToggle,
}: {
  sale: Candidate
  nth: number
  isChosen: boolean
  onFile: () => void
  onToggle: () => void
}) => (
  <li className={classNames('which-sale', isChosen && 'sel')}>
    <button type="button" onClick={onFile} data-tip="File on this sale">
      {nth <= 9 && <Kbd>{String(nth)}</Kbd>}
      <b>{sale.line1}</b>
      {sale.parties && <span>{sale.parties}</span>}
      {sale.why && <span className={classNames(!sale.isWeak && 'which-why')}>{sale.why}</span>}
      {sale.fellOffOn && <span className="which-why">About the sale that fell off on {showDate(sale.fellOffOn)}</span>}
    </button>
    <label className="check" data-tip="Choose it, with others">
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <span className="vh">Choose {sale.line1}</span>
    </label>
  </li>
)

/** "Which sale?": the candidates with why, a search, and what else may be done with an e-mail. [mail-in §9](docs/design/mail-in.md#9). */
export function WhichSale({ companyId, row, mail, state, choice, alike, onAlike, onFile, onAside, onPass, box }: Props) {
  const { sales, ids } = choice
  return (
    <section className="which" aria-label="Which sale?" ref={box} aria-busy={!mail}>
      <h2>Which sale?</h2>
      {mail && sales.length === 0 && <p className="mut">Nothing in it names a sale of yours.</p>}
      {sales.length > 0 && (
        <ol>
          {sales.map((sale, index) => (
            <Sale
              key={sale.propertyId}
              sale={sale}
              nth={index + 1}
              isChosen={ids.includes(sale.propertyId)}
              onFile={() => onFile([sale.propertyId])}
              onToggle={() => choice.toggle(sale.propertyId)}
            />
          ))}
        </ol>
      )}
      {mail && mail.elsewhere > 0 && (
        <p className="mut">{mail.elsewhere === 1 ? 'A sale of another branch fits too.' : 'Sales of other branches fit too.'}</p>
      )}
      <SaleLookup companyId={companyId} label="Another sale" sale={null} onChange={(sale) => sale && choice.add(sale)} />
      {ids.length > 0 && (
        <Button variant="primary" onClick={() => onFile(ids)}>
          {ids.length === 1 ? 'File on the chosen sale' : `File on ${showCount(ids.length, 'sale')}`} <Kbd>↵</Kbd>
        </Button>
      )}
      <div className="which-else">
        {row.alike > 0 && (
          <CheckField
            label={`With the other ${row.alike === 1 ? 'e-mail' : `${row.alike} e-mails`} of this sender`}
            checked={alike}
            onChange={onAlike}
          />
        )}
        {state === 'inbox' ? (
          <Button onClick={() => onAside('aside')}>
            Not about a sale <Kbd>X</Kbd>
          </Button>
        ) : (
          <Button onClick={() => onAside('inbox')}>
            Back to file <Kbd>X</Kbd>
          </Button>
        )}
        {mail && mail.passTo.length > 0 && (
          <MenuOn
            label="Pass to another branch"
            items={mail.passTo.map(({ _id, name }) => ({ label: name, onSelect: () => onPass(_id) }))}
            trigger={(trigger) => (
              <Button {...trigger} data-pass>
                Pass to another branch <Kbd>P</Kbd>
              </Button>
            )}
          />
        )}
        {state !== 'junk' && (
          <Button variant="quiet" onClick={() => onAside('junk')}>
            Junk <Kbd>⇧X</Kbd>
          </Button>
        )}
      </div>
    </section>
  )
}

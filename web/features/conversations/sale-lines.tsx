import { isItemChased } from '@gya/domain/features/today/chased-until.ts'
import { isListedNow } from '@gya/domain/features/today/rank.ts'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { useMe } from '../../lib/session/session.tsx'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { type DraftLine, isAbout } from './conversation-draft.ts'
import { ItemWords } from './item-words.tsx'
import { LineFields } from './line-fields.tsx'
import { type ConversationForm, isOwnSale, type PartyItem, type PartySale } from './use-conversation.ts'

const PointedItem = ({ item, withPoints }: { item: PartyItem; withPoints: boolean }) => (
  <>
    <ItemWords item={item} />
    {withPoints && `, ${item.points} points`}
  </>
)

/** "Priya Shah’s", for a sale of another user. */
const whoseSale = ({ progressor }: PartySale): string => `${progressor?.name ?? 'Nobody'}’s`

/** "Searches back, waiting until 30/11", or "Nothing to chase: Searches back, due in 14 days". */
const NothingToChase = ({ sale: { actionItems } }: { sale: PartySale }) => {
  const [first] = actionItems
  if (!first) return <>Nothing to chase</>
  return (
    <>
      {first.snooze === null && 'Nothing to chase: '}
      <ItemWords item={first} />
    </>
  )
}

type LineProps = {
  form: ConversationForm
  line: DraftLine
  sale: PartySale
  /** Whether outcome and day are columns; otherwise they are behind a button. */
  wide: boolean
}

function SaleLine({ form, line, sale, wide }: LineProps) {
  const [open, setOpen] = useState(false)
  const { line1, postcode } = sale.address
  // Includes items ticked initially, which may have been snoozed since.
  const items = sale.actionItems.filter(
    (item) => isItemChased(item) && (isListedNow(item, form.now) || line.sale.itemKeys.includes(item.key)),
  )
  const [only] = items
  // An item that is not ticked with its sale has its own checkbox.
  const isApart = only !== undefined && line.sale.isIncluded && !line.sale.itemKeys.includes(only.key)
  const isListed = items.length > 1 || isApart
  const { _id: userId } = useMe()
  return (
    <li className={classNames('sale-line', !line.included && 'off')}>
      <CheckField
        label={
          <>
            <b>{line1}</b> <span className="mut">{postcode}</span>
            {!isOwnSale(sale, userId) && <span className="whose">{whoseSale(sale)}</span>}
            {!isListed && (wide || sale.actionItems.length > 0) && (
              <small>{only ? <PointedItem item={only} withPoints={wide} /> : <NothingToChase sale={sale} />}</small>
            )}
          </>
        }
        checked={line.included}
        onChange={(ticked) => form.tickSale(line, ticked)}
      />
      {isListed && (
        <ul className="sale-items">
          {items.map((item) => (
            <li key={item.key}>
              <CheckField
                label={
                  <small>
                    <PointedItem item={item} withPoints={wide} />
                  </small>
                }
                checked={isAbout(line, item.key)}
                onChange={(ticked) => form.tickItem(line, item.key, ticked)}
              />
            </li>
          ))}
        </ul>
      )}
      {line.included && !wide && (
        <IconButton
          className="differs"
          icon={IconAdjustmentsHorizontal}
          label={`Change ${line1} alone`}
          variant="quiet"
          size="s"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      )}
      {line.included && (wide || open) && <LineFields form={form} line={line} />}
    </li>
  )
}

/** "4 other sales, 2 with something to take up". */
function otherSalesText(lines: readonly DraftLine[]): string {
  const due = lines.filter(({ sale }) => sale.dueKeys.length > 0).length
  return `${lines.length === 1 ? '1 other sale' : `${lines.length} other sales`}${due > 0 ? `, ${due} with something to take up` : ''}`
}

type Props = { form: ConversationForm; wide: boolean }

/** The sales of a party, those with due action items first. */
export function SaleLines({ form, wide }: Props) {
  const sales = form.party?.sales ?? []
  const lines = form.lines.map((line, index) => ({ line, sale: sales[index] as PartySale }))
  const isMain = ({ sale: { isIncluded } }: DraftLine) => isIncluded
  const others = lines.filter(({ line }) => !isMain(line))
  const item = ({ line, sale }: (typeof lines)[number]) => (
    <SaleLine key={sale.propertyId} form={form} line={line} sale={sale} wide={wide} />
  )
  const main = lines.filter(({ line }) => isMain(line))
  return (
    <>
      {wide && main.length > 0 && (
        <div className="sale-heads" aria-hidden="true">
          <span>Sale, and what to take up</span>
          <span>Outcome</span>
          <span>Promised, chase</span>
          <span>Show to</span>
        </div>
      )}
      {main.length > 0 && (
        <ul className={classNames('sale-lines', wide && 'wide')} aria-label="Sales that it was about">
          {main.map(item)}
        </ul>
      )}
      {others.length > 0 && (
        <details className="other-sales" open={wide || main.length === 0 || undefined}>
          <summary>{otherSalesText(others.map(({ line }) => line))}</summary>
          <ul className={classNames('sale-lines', wide && 'wide')} aria-label="Other sales">
            {others.map(item)}
          </ul>
        </details>
      )}
    </>
  )
}

import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { type DraftLine, isAbout } from './conversation-draft.ts'
import { ItemWords } from './item-words.tsx'
import { LineFields } from './line-fields.tsx'
import { type ConversationForm, isDueNow, type PartyItem, type PartySale } from './use-conversation.ts'

const PointedItem = ({ item, withPoints }: { item: PartyItem; withPoints: boolean }) => (
  <>
    <ItemWords item={item} />
    {withPoints && `, ${item.points} points`}
  </>
)

const NothingToChase = ({ sale: { actionItems } }: { sale: PartySale }) => (
  <>
    Nothing to chase
    {actionItems[0] && (
      <>
        : <ItemWords item={actionItems[0]} />
      </>
    )}
  </>
)

type LineProps = {
  form: ConversationForm
  line: DraftLine
  sale: PartySale
  /** Columns for outcome and day; else they are behind a button. */
  wide: boolean
}

function SaleLine({ form, line, sale, wide }: LineProps) {
  const [open, setOpen] = useState(false)
  const { line1, postcode } = sale.address
  // Also what was ticked from the start: an item that was put off meanwhile.
  const items = sale.actionItems.filter((item) => isDueNow(item, form.now) || line.sale.itemKeys.includes(item.key))
  const [only] = items
  return (
    <li className={classNames('sale-line', !line.included && 'off')}>
      <CheckField
        label={
          <>
            <b>{line1}</b> <span className="mut">{postcode}</span>
            {items.length < 2 && (wide || sale.actionItems.length > 0) && (
              <small>{only ? <PointedItem item={only} withPoints={wide} /> : <NothingToChase sale={sale} />}</small>
            )}
          </>
        }
        checked={line.included}
        onChange={(ticked) => form.tickSale(line, ticked)}
      />
      {items.length > 1 && (
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

type Props = { form: ConversationForm; wide: boolean }

/** The sales of a party that the conversation may be about, those with something to take up first. */
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
      {main.length > 0 && (
        <ul className={classNames('sale-lines', wide && 'wide')} aria-label="Sales that it was about">
          {main.map(item)}
        </ul>
      )}
      {others.length > 0 && (
        <details className="other-sales" open={wide || main.length === 0 || undefined}>
          <summary>{others.length === 1 ? '1 other sale' : `${others.length} other sales`}</summary>
          <ul className={classNames('sale-lines', wide && 'wide')} aria-label="Other sales">
            {others.map(item)}
          </ul>
        </details>
      )}
    </>
  )
}

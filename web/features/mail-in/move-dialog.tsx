import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type FoundSale, SaleLookup } from '../common/sale-lookup.tsx'
import type { WireMail } from './message-view.tsx'

type Props = { companyId: string; mail: WireMail; onMove: (propertyIds: string[]) => void; onClose: () => void }

/** The sales that an e-mail is on: takes it off some, puts it on others. */
export function MoveDialog({ companyId, mail, onMove, onClose }: Props) {
  const start = mail.sales.map(({ propertyId, address }) => ({ propertyId, line1: address.line1 }))
  const offered = mail.candidates.map(({ propertyId, address }) => ({ propertyId, line1: address.line1 }))
  const [found, setFound] = useState<readonly FoundSale[]>([])
  const [ids, setIds] = useState<readonly string[]>(start.map(({ propertyId }) => propertyId))
  const sales = [
    ...start,
    ...offered,
    ...found.filter((one) => ![...start, ...offered].some((it) => it.propertyId === one.propertyId)),
  ]
  const isSame = ids.length === start.length && start.every(({ propertyId }) => ids.includes(propertyId))
  return (
    <Dialog
      open
      title="Move the e-mail"
      onClose={onClose}
      onSubmit={() => {
        onMove([...ids])
        onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            disabledReason={ids.length === 0 ? 'Choose a sale' : isSame ? 'It is on these sales already' : null}
          >
            Move
          </Button>
        </>
      }
    >
      <div className="grid1">
        {sales.map(({ propertyId, line1 }) => (
          <CheckField
            key={propertyId}
            label={line1}
            checked={ids.includes(propertyId)}
            onChange={(isOn) => setIds(isOn ? [...ids, propertyId] : ids.filter((one) => one !== propertyId))}
          />
        ))}
        <SaleLookup
          companyId={companyId}
          label="Another sale"
          sale={null}
          onChange={(sale) => {
            if (!sale) return
            setFound([...found, sale])
            setIds([...new Set([...ids, sale.propertyId])])
          }}
        />
      </div>
    </Dialog>
  )
}

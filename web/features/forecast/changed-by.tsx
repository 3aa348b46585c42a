import type { DateOnly } from '@gya/domain/common/dates.ts'
import { useContext, useState } from 'react'
import { DialogsContext } from '../../lib/screens.ts'

type Props = {
  because: string
  /** The entry in the history; null if there was none. */
  eventId: string | null
  on: DateOnly
  companyId: string
  property: { _id: string; branch: string; line1: string } | null
}

/** The reasons for a change of a figure. An entry opens the history of the property up to that day. */
export function ChangedBy({ because, eventId, on, companyId, property }: Props) {
  const { history } = useContext(DialogsContext)
  const [open, setOpen] = useState(false)
  if (eventId === null || property === null) return <span className="mut">{because}</span>
  return (
    <>
      <button type="button" className="how" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {because}
      </button>
      {open &&
        history({
          params: { companyId, branchId: property.branch, propertyId: property._id },
          address: property.line1,
          until: on,
          onClose: () => setOpen(false),
        })}
    </>
  )
}

/**
 * "Choosing the same firm on both sides of a sale asks: … also acts for the buyer. Save anyway?" Issue 15, section 5. A firm
 * that acts for both sides may have a conflict of interest; the screen asks once, nothing is refused.
 */
type ActingFirm = { contact: { _id: string; name: string } } | null
type SideOfSale = { solicitor: ActingFirm; mBroker: ActingFirm }
type BothSides = SideOfSale & { buyerDetails: SideOfSale }

export type FirmOnBothSides = { name: string; alsoActsFor: 'vendor' | 'buyer' }

const firmParts = ['solicitor', 'mBroker'] as const
const idOf = (party: ActingFirm): string | undefined => party?.contact._id

/** The firms that a save puts on both sides, each with the side where it was before; none that stood there already. */
export function actsForBothSides(next: BothSides, saved: BothSides): FirmOnBothSides[] {
  return firmParts.flatMap((part) => {
    const [vendors, buyers] = [next[part], next.buyerDetails[part]]
    if (!vendors || idOf(vendors) !== idOf(buyers)) return []
    const vendorChanged = idOf(vendors) !== idOf(saved[part])
    const buyerChanged = idOf(buyers) !== idOf(saved.buyerDetails[part])
    if (!vendorChanged && !buyerChanged) return []
    return [{ name: vendors.contact.name, alsoActsFor: vendorChanged ? ('buyer' as const) : ('vendor' as const) }]
  })
}

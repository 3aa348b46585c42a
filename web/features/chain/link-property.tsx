import { addressLine as oneLine } from '@gya/domain/common/address-line.ts'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { useRef, useState } from 'react'
import { ApiError, callApi } from '../../platform/api.ts'
import { ConfirmByTypingDialog } from '../../ui/confirm-by-typing-dialog.tsx'
import { type Found, LookupField } from '../../ui/lookup-field.tsx'
import { linkedPropertyPreview } from './behind-link.ts'
import { clearPropertyLink, firstLineOfAddress, linkExisting } from './chain.messages.ts'
import type { LinkedProperty } from './chain-edit.ts'

/** "Property search for linking: page size 15." */
const propertyPageSize = 15

type FoundProperty = { _id: string; branch: { _id: string }; address: { line1: string; postcode: string } }
type LinkPropertyProps = {
  companyId: string
  whyNotLink: (propertyId: string) => string | null
  onLink: (behind: LinkedProperty) => void
}

/** "Link an existing property": found by address, confirmed by typing its first line, and shown with its own progress at once. */
export function LinkProperty({ companyId, whyNotLink, onLink }: LinkPropertyProps) {
  const found = useRef<readonly FoundProperty[]>([])
  const [chosen, setChosen] = useState<FoundProperty | null>(null)
  const find = async (textSearch: string, signal: AbortSignal, page: number): Promise<Found> => {
    const query = { textSearch, itemsPerPage: String(propertyPageSize), currentPage: String(page) }
    const { data, paging } = await callApi(listCompanyProperties, { params: { companyId }, query, signal })
    found.current = data
    const options = data.map(({ _id, address, branch }) => {
      const why = whyNotLink(_id)
      return { value: _id, label: address.line1, note: why ?? `${address.postcode}, ${branch.name}`, disabled: why !== null }
    })
    return { options, paging }
  }
  return (
    <>
      <LookupField
        label={linkExisting}
        placeholder="Address or postcode"
        minimum={2}
        delay={300}
        value={null}
        find={find}
        emptyText="No properties found."
        onChange={(option) => setChosen(found.current.find(({ _id }) => _id === option?.value) ?? null)}
      />
      {chosen && (
        <ConfirmLinkDialog
          property={chosen}
          companyId={companyId}
          onClose={() => setChosen(null)}
          onLink={(behind) => {
            setChosen(null)
            onLink(behind)
          }}
        />
      )}
    </>
  )
}

type ConfirmLinkProps = {
  property: FoundProperty
  companyId: string
  onLink: (behind: LinkedProperty) => void
  onClose: () => void
}

function ConfirmLinkDialog({ property, companyId, onLink, onClose }: ConfirmLinkProps) {
  const { _id, branch, address } = property
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const confirm = async () => {
    setPending(true)
    try {
      onLink(linkedPropertyPreview(await callApi(readProperty, { params: { companyId, branchId: branch._id, propertyId: _id } })))
    } catch (refusal) {
      setPending(false)
      setError(refusal instanceof ApiError ? refusal.message : 'The property could not be read.')
    }
  }
  return (
    <ConfirmByTypingDialog
      open
      title={linkExisting}
      text={address.line1}
      what={firstLineOfAddress}
      confirmLabel="Link property"
      pending={pending}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        This link will show {oneLine(address)}: its seller, agent and solicitor, and a checklist that follows its own timeline.
        What was entered by hand for them is no longer used. Nothing is saved until you save the chain.
      </p>
    </ConfirmByTypingDialog>
  )
}

/** "Clear property link (only when linked)"; typed, like linking. */
export function ClearPropertyLinkDialog({
  line1,
  onClear,
  onClose,
}: {
  line1: string
  onClear: () => void
  onClose: () => void
}) {
  return (
    <ConfirmByTypingDialog
      open
      title={clearPropertyLink}
      text={line1}
      what={firstLineOfAddress}
      confirmLabel={clearPropertyLink}
      onConfirm={onClear}
      onCancel={onClose}
    >
      <p>
        The address and the ticks stay as they are now and are kept by hand from then on. Nothing is saved until you save the
        chain.
      </p>
    </ConfirmByTypingDialog>
  )
}

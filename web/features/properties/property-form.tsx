import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { propertyFields } from '@gya/domain/features/properties/property.fields.ts'
import { optionsOf } from '@gya/domain/fields/form-values.ts'
import './existing-property.css'
import { addressLine } from '@gya/domain/common/address-line.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { reportFailure } from '../../lib/api/report-failure.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { Link, useLeaveWithoutAsking } from '../../ui/navigation/link.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { AddressFields, CountryField } from '../common/address-fieldset.tsx'
import { PhaseBadge } from '../common/phase-badge.tsx'
import { existingPropertyFound, propertyDeleted, propertySaved } from './properties.messages.ts'
import type { WireProperty } from './property-page.tsx'
import { type PropertyValues, propertyLabels } from './property-values.ts'

const maxBedrooms = propertyFields.bedrooms.max

type PropertyFieldsProps = {
  field: (path: string) => object
  ownership: PropertyValues['ownership']
  title: string
  photo: ReactNode
  /** Fields that only one of the forms has: launch date, withdrawn. */
  children?: ReactNode
  /** Folds what is rarely needed away; `open`: something in it is wrong. */
  folded?: { title: string; open: boolean }
}

export const PropertyFields = ({ field, ownership, title, photo, children, folded }: PropertyFieldsProps) => {
  const rest = (
    <>
      <SegmentedField
        {...field('boardStatus')}
        label={propertyLabels.boardStatus}
        wide
        options={optionsOf(propertyFields.boardStatus)}
      />
      {children}
    </>
  )
  return (
    <FormPanel title={title}>
      <AddressFields field={(part) => field(`address.${part}`)} withoutCountry={folded !== undefined} />
      <div className="group">
        <FieldGrid>
          <SegmentedField
            {...field('ownership')}
            label={propertyLabels.ownership}
            wide
            options={optionsOf(propertyFields.ownership)}
          />
          {ownership === 'leasehold' && (
            <SegmentedField
              {...field('leaseholdPackSent')}
              label={propertyLabels.leaseholdPackSent}
              wide
              options={optionsOf(propertyFields.leaseholdPackSent)}
            />
          )}
          <NumberField {...field('bedrooms')} label={propertyLabels.bedrooms} min={0} max={maxBedrooms} step={1} optional />
          {!folded && rest}
        </FieldGrid>
      </div>
      {folded ? (
        <details className="group more" open={folded.open || undefined}>
          <summary>{folded.title}</summary>
          <FieldGrid>
            {rest}
            <CountryField {...field('address.country')} optional />
          </FieldGrid>
          {photo}
        </details>
      ) : (
        <div className="group">{photo}</div>
      )}
    </FormPanel>
  )
}

type DeletePropertyProps = { property: WireProperty; params: PropertyParams; onClose: () => void }

/** "Delete property: the first line of the address must be typed." [property §5](docs/design/property.md#5). */
export function DeleteProperty({ property, params, onClose }: DeletePropertyProps) {
  const leave = useLeaveWithoutAsking()
  const to = useScopedPath()
  const { line1 } = property.address
  return (
    <ConfirmSaveDialog
      call={deleteProperty}
      input={{ params }}
      messages={propertyDeleted}
      title="Delete property"
      confirmLabel="Delete property"
      typing={{ text: line1, what: 'the first line of the address' }}
      onClose={onClose}
      onDone={() => leave(to('/company/properties'))}
    >
      <p>
        {line1} leaves every list and report with its offers, notes and files. For 30 days a platform admin can bring it back as
        it is now.
      </p>
    </ConfirmSaveDialog>
  )
}

type Match = Wire<typeof listCompanyProperties, 'response'>['data'][number]
type FoundDuplicates = { matches: readonly Match[]; count: number; create: () => void }

const Matches = ({ matches }: { matches: readonly Match[] }) => {
  const to = useScopedPath()
  return (
    <ul className="matches">
      {matches.map((match) => (
        <li key={match._id}>
          <Link className="link" target="_blank" to={to('/property/edit', { branch: match.branch._id, property: match._id })}>
            {addressLine(match.address)}
            <span className="vh"> (opens in a new tab)</span>
          </Link>
          <span className="mut">{match.branch.name}</span>
          <PhaseBadge phase={match.phase} />
        </li>
      ))}
    </ul>
  )
}

export type DuplicateCheck = {
  /** Runs `create`, after a confirmation if the company has a property with this postcode. */
  check: (postcode: string, create: () => void) => Promise<void>
  pending: boolean
  /** The confirmation, or the error of the search. */
  shown: ReactNode
}

/**
 * "Before a create, the company's properties are searched by postcode; any match asks for confirmation."
 * [property §4](docs/design/property.md#4).
 */
export function useDuplicateCheck(companyId: string): DuplicateCheck {
  const [found, setFound] = useState<FoundDuplicates | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const check = async (postcode: string, create: () => void) => {
    setPending(true)
    setFailed(null)
    try {
      const query = { postcode, itemsPerPage: '100' }
      const { data, paging } = await callApi(listCompanyProperties, { params: { companyId }, query })
      if (data.length === 0) create()
      else setFound({ matches: data, count: paging.count, create })
    } catch (refusal) {
      reportFailure(refusal, ({ message }) => setFailed(message))
    } finally {
      setPending(false)
    }
  }
  const shown = (
    <>
      {failed && (
        <Notice tone="bad" title={propertySaved.failure.title}>
          {failed}
        </Notice>
      )}
      {found && (
        <ConfirmDialog
          open
          title={existingPropertyFound}
          confirmLabel="Create property"
          onCancel={() => setFound(null)}
          onConfirm={() => {
            setFound(null)
            found.create()
          }}
        >
          <p>
            {found.count === 1 ? 'One property' : `${found.count} properties`} of this company{' '}
            {found.count === 1 ? 'has' : 'have'} this postcode already. Create another one?
          </p>
          <Matches matches={found.matches} />
        </ConfirmDialog>
      )}
    </>
  )
  return { check, pending, shown }
}

import './use-existing-property.css'
import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type Identifiers, identifierFields, readUprn } from '@gya/domain/features/properties/identifiers.fields.ts'
import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { lookUpProperty, readIdentifierOrigins } from '@gya/domain/features/properties/property-lookup.contract.ts'
import { isActivePhase, isCompletedPhase } from '@gya/domain/features/timeline/phase.ts'
import { type FormValues, sentCode } from '@gya/domain/fields/form-values.ts'
import { type ReactNode, useState } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { reportFailure } from '../../lib/api/report-failure.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { lookUpFailed } from './properties.messages.ts'
import type { IdentifierValues } from './property-values.ts'

type Key = keyof typeof identifierFields
type Candidate = Wire<typeof lookUpProperty, 'response'>['candidates'][number]
type Place = { companyId: string; propertyId?: string }

const hints: Partial<Record<Key, string>> = {
  titleNumbers: 'Several with a comma between them',
  epcNumber: '20 digits, or the address of the certificate in the register',
  councilTaxBand: 'A to I, or Not banded',
}

type FieldsProps = {
  field: (key: Key) => object
  values: IdentifierValues
  place: Place
  /** Below a field: where its value comes from. */
  originOf?: (key: Key) => string | null
  /** Beside UPRN and EPC number. */
  after?: (key: Key) => ReactNode
}

export const IdentifierFields = ({ field, values, place, originOf, after }: FieldsProps) => {
  const before = useSoldBefore(values.uprn, place)
  return (
    <FieldGrid>
      {(Object.keys(identifierFields) as Key[]).map((key) => (
        <TextField
          key={key}
          {...field(key)}
          label={identifierFields[key].label}
          optional
          spellCheck={false}
          inputMode={key === 'uprn' ? 'numeric' : 'text'}
          hint={(key === 'uprn' && before) || originOf?.(key) || hints[key]}
          after={after?.(key)}
        />
      ))}
    </FieldGrid>
  )
}

/** "Completed and withdrawn ones are a line on the form, 'Sold by you before: completed on 03/10/2024'." [sale-file §1](docs/design/sale-file.md#1). */
function useSoldBefore(typed: string, { companyId, propertyId }: Place): ReactNode {
  const uprn = readUprn(typed)
  const mayList = useMay('property.list')
  const query = { uprn: uprn ?? '', itemsPerPage: '10' }
  const { data } = useCall(listCompanyProperties, { params: { companyId }, query }, { enabled: uprn !== null && mayList })
  const to = useScopedPath()
  const sold = data?.data.filter(({ _id, phase }) => _id !== propertyId && (isCompletedPhase(phase) || !isActivePhase(phase)))
  if (uprn === null || !sold || sold.length === 0) return null
  return sold.map(({ _id, branch, phase, completionDate }) => (
    <span key={_id} className="line">
      {isCompletedPhase(phase) ? 'Sold by you before: ' : 'With you before: '}
      <Link className="link" target="_blank" to={to('/property/edit', { branch: branch._id, property: _id })}>
        {isCompletedPhase(phase) ? `completed${completionDate ? ` on ${showDate(completionDate)}` : ''}` : 'withdrawn'}
        <span className="vh"> (opens in a new tab)</span>
      </Link>
    </span>
  ))
}

type PanelProps = {
  field: (key: Key) => object
  values: IdentifierValues
  saved: Identifiers
  postcode: string
  params: PropertyParams
  /** Fills the form with what was chosen. */
  onTake: (taken: Partial<FormValues<typeof identifierFields>>) => void
}

/** The numbers by which registers know a home. [sale-file §1](docs/design/sale-file.md#1). */
export function IdentifiersPanel({ field, values, saved, postcode, params, onTake }: PanelProps) {
  const mayLookUp = useMay('address.lookup')
  const { companyId } = params
  const isKnown = Object.values(saved).some((value) => value !== null && value.length > 0)
  // One call at most: what is saved has its origins, and whether there is a look-up comes with them.
  const known = useCall(readIdentifierOrigins, { params }, { enabled: isKnown })
  const asked = useCall(lookUpProperty, { params: { companyId }, query: {} }, { enabled: mayLookUp && !isKnown, once: true })
  const isOffered = mayLookUp && (known.data ?? asked.data)?.offered
  const [asking, setAsking] = useState<'energy' | 'title' | null>(null)
  const [found, setFound] = useState<{ candidates: readonly Candidate[] } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const ask = async (what: 'energy' | 'title') => {
    setAsking(what)
    setFailed(null)
    setFound(null)
    try {
      const query = { what, postcode: postcode.trim(), uprn: readUprn(values.uprn) ?? '' }
      const answer = await callApi(lookUpProperty, { params: { companyId }, query })
      if (answer.failed) setFailed(lookUpFailed)
      else setFound(answer)
    } catch (refusal) {
      reportFailure(refusal, ({ message }) => setFailed(message))
    } finally {
      setAsking(null)
    }
  }
  const button = (what: 'energy' | 'title', whose: string) => (
    <Button size="s" variant="quiet" pending={asking === what} onClick={() => void ask(what)}>
      Look up<span className="vh"> {whose}</span>
    </Button>
  )
  const isSaved = (key: Key) => JSON.stringify(sentCode(identifierFields[key], values[key])) === JSON.stringify(saved[key])
  return (
    <FormPanel title="Identifiers">
      <IdentifierFields
        field={field}
        values={values}
        place={params}
        originOf={(key) => (isSaved(key) && saved[key]?.length ? originWords(known.data?.origins[key] ?? null) : null)}
        after={(key) =>
          isOffered && (key === 'uprn' ? button('title', 'the UPRN') : key === 'epcNumber' && button('energy', 'the EPC number'))
        }
      />
      {failed && <Notice tone="bad">{failed}</Notice>}
      {found && (
        <Candidates
          candidates={found.candidates}
          onTake={(taken) => {
            onTake(taken)
            setFound(null)
          }}
        />
      )}
    </FormPanel>
  )
}

/** What a register has, beside what is entered: "nothing is replaced unasked". */
const Candidates = ({ candidates, onTake }: { candidates: readonly Candidate[]; onTake: PanelProps['onTake'] }) =>
  candidates.length === 0 ? (
    <p className="mut">The register has no home with this postcode or UPRN.</p>
  ) : (
    <ul className="matches">
      {candidates.map((one) => (
        <li key={`${one.uprn} ${one.address}`}>
          <span>{one.address}</span>
          <span className="mut">
            {[one.uprn && `UPRN ${one.uprn}`, one.titleNumber, one.tenure, one.epcNumber, one.rating && `EPC ${one.rating}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Button size="s" onClick={() => onTake(takenFrom(one))}>
            Use<span className="vh"> {one.address}</span>
          </Button>
        </li>
      ))}
    </ul>
  )

const takenFrom = ({ uprn, titleNumber, epcNumber }: Candidate) => ({
  ...(uprn === null ? {} : { uprn }),
  ...(titleNumber === null ? {} : { titleNumbers: titleNumber }),
  ...(epcNumber === null ? {} : { epcNumber }),
})

type Origin = Wire<typeof readIdentifierOrigins, 'response'>['origins'][Key]

/** "Entered by Ann Otter on 12/11/2026", "From the look-up, by …". */
const originWords = (origin: Origin): string | null =>
  origin &&
  `${origin.lookedUp ? 'From the look-up,' : 'Entered'}${origin.by ? ` by ${origin.by}` : ''} on ${showDate(londonDay(origin.on))}`

type QuestionProps = { error: ApiError | null; pending: boolean; onConfirm: () => void }

/** Asks before a UPRN that another open property of the company has is saved. */
export function SameUprnQuestion({ error, pending, onConfirm }: QuestionProps) {
  const [answered, setAnswered] = useState<ApiError | null>(null)
  const to = useScopedPath()
  if (error?.code !== 'PROPERTY_UPRN_KNOWN' || error === answered || pending) return null
  const { propertyId, branchId, line1, branch } = error.details
  return (
    <ConfirmDialog
      open
      title="Another open property has this UPRN"
      confirmLabel="Save it all the same"
      onCancel={() => setAnswered(error)}
      onConfirm={() => {
        setAnswered(error)
        onConfirm()
      }}
    >
      <p>
        {propertyId && branchId ? (
          <>
            <Link className="link" target="_blank" to={to('/property/edit', { branch: branchId, property: propertyId })}>
              {line1}
              <span className="vh"> (opens in a new tab)</span>
            </Link>
            , {branch}, is neither completed nor withdrawn.
          </>
        ) : (
          'A property of another branch is neither completed nor withdrawn.'
        )}{' '}
        Is this the same home a second time?
      </p>
    </ConfirmDialog>
  )
}

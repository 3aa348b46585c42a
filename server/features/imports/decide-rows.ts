import { joinWords } from '@gya/domain/common/day-in-words.ts'
import { toPounds } from '@gya/domain/common/money.ts'
import { unlikelyAskingPrice } from '@gya/domain/common/unlikely-values.ts'
import { currentEntry } from '@gya/domain/features/asking-price/asking-price.rules.ts'
import { addressOfRef } from '@gya/domain/features/imports/address-ref.ts'
import { type DecidedRow, decideRow, isConfirmed, type RowFacts } from '@gya/domain/features/imports/decide-row.ts'
import { acceptedOnOfSale } from '@gya/domain/features/imports/imported-sale.ts'
import type { RowIssue } from '@gya/domain/features/imports/imports.model.ts'
import { noDayWarning } from '@gya/domain/features/imports/no-day.ts'
import { isAboutFirm } from '@gya/domain/features/imports/row-identity.ts'
import { isSameVendor } from '@gya/domain/features/imports/same-vendor.ts'
import { type Match, type MatchContext, noMatch } from './matching/match.ts'
import { matchFirms, matchPeople } from './matching/match-firms.ts'
import { matchInProperties } from './matching/match-in-properties.ts'
import { matchProperties } from './matching/match-properties.ts'
import { findOtherVendors, vendorIn } from './matching/match-vendors.ts'
import type { PreparedRow } from './prepare-row.ts'
import type { PropertyContents } from './row-index.ts'
import { whyNotWrite } from './why-not-write.ts'

/** Finds the existing objects of rows of one kind. */
export async function findMatches(context: MatchContext, rows: readonly PreparedRow[]): Promise<(row: PreparedRow) => Match> {
  const kind = rows[0]?.kind
  if (kind === undefined) return () => noMatch
  if (kind === 'firm') return matchFirms(context, rows)
  if (kind === 'person-at-firm') return matchPeople(context, rows)
  const find = await (kind === 'property' ? matchProperties(context, rows) : matchInProperties(context, rows))
  if (kind !== 'property' && kind !== 'vendor') return find
  const findOther = await findOtherVendors(context, rows)
  return (row) => ({ ...find(row), otherVendor: findOther(row) })
}

/** The check counts such rows and asks for a branch once, for all of them. */
export const noBranchCode = 'no-branch'

/** Why a row cannot be written regardless of its values. */
function refusalOf({ contents }: MatchContext, row: PreparedRow, found: Match): RowFacts['refusal'] {
  const { kind, values, branchId } = row
  if (found.refusal) return found.refusal
  if (kind === 'property')
    return branchId === null && !found.byReference && !found.alike
      ? { code: noBranchCode, message: 'No branch is chosen for it.' }
      : null
  if (isAboutFirm(kind)) return null
  const ref = String(values.propertyRef ?? '')
  const own = contents.properties.get(ref)
  if (own?.fate === 'error') return { code: 'property-error', message: `Its property, ${own.line}, has an error.` }
  const isAddress = addressOfRef(ref) !== null
  // Of an address, GYA may hold a sale of years ago.
  if ((isAddress || !found.property) && own?.fate === 'duplicate')
    return {
      code: 'property-duplicate',
      message: `Its property, ${own.line}, is a duplicate and is left out. Choose Update or Create for it, then check again.`,
    }
  if (!found.property && !own && found.otherSystem !== undefined)
    return {
      code: 'no-property',
      message: `The reference “${ref}” belongs to the system “${found.otherSystem}”, not to the one of this import. Open a new import and name that system.`,
    }
  if (!found.property && !own)
    return {
      code: 'no-property',
      message: `There is no property ${isAddress ? 'at this address' : `with the reference “${ref}”`}, neither in these files nor in GYA.`,
    }
  if (kind === 'vendor' && own?.vendor && !found.byReference && !isSameVendorOf(own.vendor, row))
    return { code: 'second-vendor', message: `${own.vendor.line} already names its vendor. A property has one vendor in GYA.` }
  if (kind === 'offer') return refusalOfOffer(row, found, Boolean(own?.acceptedOffer))
  return kind === 'sale' ? refusalOfSale(row, found, Boolean(own?.acceptedOffer)) : null
}

/** Whether a row of vendors names the vendor of an earlier row: by its e-mail, or the same name where that row has no e-mail. */
const isSameVendorOf = (one: NonNullable<PropertyContents['vendor']>, row: PreparedRow): boolean => {
  const other = vendorIn(row)
  return one.email === '' ? isSameVendor(one, other) : one.email === other.email
}

/** Whether an offer is accepted, according to its state or its day of acceptance. */
export const isAcceptedOffer = ({ kind, values }: Pick<PreparedRow, 'kind' | 'values'>): boolean =>
  kind === 'offer' && (values.state === 'A' || (values.state === undefined && values.acceptedOn !== undefined))

function refusalOfOffer(row: PreparedRow, { property, byReference, alike }: Match, hasAccepted: boolean): RowFacts['refusal'] {
  const { state, acceptedOn } = row.values
  if (acceptedOn !== undefined && state !== undefined && state !== 'A')
    return { code: 'accepted-day', message: 'It has a day of acceptance, but its state is not “accepted”.' }
  if (!isAcceptedOffer(row)) return null
  const other = property?.detail.offers.find((offer) => offer.state === 'A')
  const isSame = other !== undefined && (other._id === byReference?.id || other._id === alike?.existing.id)
  return hasAccepted || (other && !isSame)
    ? { code: 'second-acceptance', message: 'Another offer for its property is already accepted.' }
    : null
}

/** "No offer is ever invented": a sale without an accepted offer must contain buyer and price itself. */
function refusalOfSale({ values }: PreparedRow, { byReference }: Match, hasAccepted: boolean): RowFacts['refusal'] {
  if (byReference || hasAccepted) return null
  if (typeof values.buyerName === 'string' && typeof values.agreedPrice === 'number') return null
  const missing = [
    ...(typeof values.buyerName === 'string' ? [] : ['the buyer’s name']),
    ...(typeof values.agreedPrice === 'number' ? [] : ['the agreed price']),
  ]
  const message = `A sale stands on its accepted offer, and ${joinWords(missing)} ${missing.length > 1 ? 'are' : 'is'} missing here. Fill in what is missing, or add a file of offers.`
  return { code: 'no-offer', message }
}

/** An offer or an agreed price far from the asking price, as a zero too many makes it. Both are pence. */
function priceWarning({ contents, today }: MatchContext, { kind, values }: PreparedRow, { property }: Match): RowIssue[] {
  const field = kind === 'sale' ? 'agreedPrice' : 'amount'
  const [price, mi] = [values[field], property?.detail.mi]
  const asking =
    contents.properties.get(String(values.propertyRef ?? ''))?.askingPrice ??
    (mi && (currentEntry(mi.askingPrice, today)?.price ?? null))
  if (typeof price !== 'number' || typeof asking !== 'number') return []
  const unlikely = unlikelyAskingPrice(toPounds(price), toPounds(asking))
  return unlikely === null ? [] : [{ ...warning('unlikely-price', `${unlikely} Check both.`), fields: [field] }]
}

/** Given at the end of the check: a row of a file of vendors may name the e-mail. */
export const noVendorEmail = (isNamed: boolean): RowIssue =>
  warning(
    'no-vendor-email',
    isNamed ? 'No e-mail: this vendor cannot use the app yet.' : 'No vendor is named: enter the vendor later.',
  )

const warning = (code: string, message: string) => ({ level: 'warning' as const, column: null, value: '', code, message })

function warningsOf(context: MatchContext, row: PreparedRow, found: Match): RowIssue[] {
  const { contents } = context
  const { byReference } = found
  const { kind, values } = row
  if (row.skip !== undefined) return []
  if (kind === 'property')
    return byReference
      ? []
      : [
          ...(values.status === 'withdrawn' && values.withdrawnOn === undefined ? [noDayWarning('No day of withdrawal')] : []),
          ...(values.withdrawnOn !== undefined && values.status !== undefined && values.status !== 'withdrawn'
            ? [
                warning(
                  'withdrawn-day',
                  'It has a day of withdrawal, so it is withdrawn, whatever its status. Leave the day empty if it is not.',
                ),
              ]
            : []),
        ]
  const unlikely = kind === 'sale' || kind === 'offer' ? priceWarning(context, row, found) : []
  const hasAccepted = Boolean(contents.properties.get(String(values.propertyRef ?? ''))?.acceptedOffer)
  if (byReference) return unlikely
  const isWithoutDay =
    kind === 'sale'
      ? !hasAccepted && acceptedOnOfSale(values) === null
      : isAcceptedOffer(row) && values.acceptedOn === undefined && values.when === undefined
  return isWithoutDay ? [...unlikely, noDayWarning('No day of acceptance')] : unlikely
}

/**
 * A row with an error is not imported: what its import would make of other cells is not said, and would contradict the error, as "No day of
 * withdrawal" beside a day of withdrawal that is later than today.
 */
function unlessRefused(issues: readonly RowIssue[], isRefused = issues.some(({ level }) => level === 'error')): RowIssue[] {
  return issues.filter(({ level, column }) => !isRefused || level === 'error' || column !== null)
}

const noVendor = { vendorFirstName: undefined, vendorLastName: undefined, vendorEmail: undefined, vendorTel: undefined }

/** "The property comes with an unknown vendor, never with somebody else's." [seat §6](docs/design/seat.md#6). */
const sharedEmail = ({ values }: PreparedRow, message: string): RowIssue => ({
  level: 'empty',
  column: null,
  value: String(values.vendorEmail),
  message: `${message} The property comes with an unknown vendor: correct the e-mail, or enter the vendor later.`,
  code: 'other-vendor',
})

/** Decides a row. `earlier`: the earlier row of the files for the same object. */
export function decidePrepared(context: MatchContext, row: PreparedRow, found: Match, earlier: string | null): DecidedRow {
  const values = found.values ?? row.values
  const shared = row.kind === 'property' && !found.byReference ? found.otherVendor : null
  const unnamed = shared ? [sharedEmail(row, shared.message)] : []
  const refusal = refusalOf(context, row, found)
  const issues = [...row.issues, ...unnamed, ...(found.issues ?? []), ...warningsOf(context, row, found)]
  const facts: RowFacts = {
    kind: row.kind,
    values: shared ? { ...values, ...noVendor } : values,
    issues: refusal || earlier !== null ? unlessRefused(issues, true) : unlessRefused(issues),
    skip: row.skip,
    earlier,
    refusal,
    byReference: found.byReference,
    alike: found.alike,
    otherVendor: shared ? null : (found.otherVendor ?? null),
  }
  const decided = decideRow(facts)
  if (!isConfirmed(decided.decision, null)) return decided
  const why = whyNotWrite(context, { row, decided, found })
  return why ? decideRow({ ...facts, issues: unlessRefused(facts.issues, true), refusal: why }) : decided
}

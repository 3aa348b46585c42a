import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import {
  type Customer,
  type CustomerCheck,
  checkKindLabels,
  checkResultLabels,
  checkWayLabels,
  customerFormLabels,
  customerMetLabels,
  decisionLabels,
  maxCheckFiles,
  noCopyKept,
} from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import { IconPaperclip } from '@tabler/icons-react'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CustomerState } from './customer-state.tsx'
import { reasonWords } from './reason-words.ts'

export type CustomerAct = 'check' | 'owner' | 'edit' | 'decide'

export type CheckActs = {
  onStrike: (check: CustomerCheck) => void
  onAddFile: (check: CustomerCheck) => void
  onDownload: (fileId: string) => void
  isDownloading: (fileId: string) => boolean
}

type Props = CheckActs & {
  customer: Customer
  /** The name of the company, trust or estate that they own. */
  owned: string | undefined
  onAct: (act: CustomerAct) => void
}

const sentence = (...parts: readonly (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' · ')

/** A customer with their state, and their checks as lines. */
export const CustomerCard = ({ customer, owned, onAct, ...acts }: Props) => {
  const mayAdd = useMay('check.add')
  const { name, form, state, missing = [], checks = [], endedOn, keepUntil, met, mayDecide } = customer
  const act = (what: CustomerAct) => ({ onClick: () => onAct(what), of: ` for ${name}` })
  const about = sentence(
    form && form !== 'person' && customerFormLabels[form],
    owned !== undefined && `Owner of ${owned}`,
    met && customerMetLabels[met],
  )
  const reasons = reasonWords(customer)
  return (
    <article className={classNames('customer', owned !== undefined && 'owner')} aria-label={name}>
      <header>
        <h3>{name}</h3>
        <CustomerState {...customer} />
        {missing.length > 0 && <span className="missing">Missing: {missing.join(', ')}</span>}
      </header>
      {about && <p className="mut">{about}</p>}
      {reasons && <p className="mut">Asks for a closer look: {reasons}</p>}
      {customer.reasonsBecause && <p className="mut">Reason removed: {customer.reasonsBecause}</p>}
      <Decided customer={customer} />
      {checks.length > 0 && (
        <ul>
          {checks.map((check) => (
            <CheckLine key={check._id} check={check} {...acts} />
          ))}
        </ul>
      )}
      {endedOn && keepUntil && (
        <p className="mut">
          The sale ended on {showDate(endedOn)}. Kept until {showDate(keepUntil)}, then deleted.
        </p>
      )}
      {mayAdd && (
        <div className="buttons">
          {mayDecide && (
            <ActButton {...act('decide')} variant={state === 'to-decide' ? 'primary' : 'default'}>
              {state === 'to-decide' ? 'Decide…' : 'Decide again…'}
            </ActButton>
          )}
          <ActButton {...act('check')}>Add check…</ActButton>
          {form !== 'person' && <ActButton {...act('owner')}>Add owner…</ActButton>}
          {met !== undefined && (
            <ActButton {...act('edit')} variant="quiet">
              Change…
            </ActButton>
          )}
        </div>
      )}
    </article>
  )
}

type ActProps = { of: string; onClick: () => void; variant?: 'primary' | 'default' | 'quiet'; children: string }

/** Opens a dialog; `of` says to a screen reader of whom or what. */
const ActButton = ({ of, children, ...rest }: ActProps) => (
  <Button size="s" aria-haspopup="dialog" {...rest}>
    {children}
    <span className="vh">{of}</span>
  </Button>
)

/** "Approver and checker may be the same person; the register then says so." */
const Decided = ({ customer: { decision, decisionReason, decidedBy, decidedOn, checks = [] } }: { customer: Customer }) => {
  if (decision === undefined || decision === 'none' || !decidedBy) return null
  const isChecker = checks.some(({ struckOn, checkedBy }) => struckOn === null && checkedBy?._id === decidedBy._id)
  return (
    <p>
      {decisionLabels[decision]} by {decidedBy.name}
      {isChecker && ', who also checked,'}
      {decidedOn && ` on ${showDate(londonDay(decidedOn))}`}
      {decisionReason && `: ${decisionReason}`}
    </p>
  )
}

const CheckLine = ({ check, onStrike, onAddFile, onDownload, isDownloading }: CheckActs & { check: CustomerCheck }) => {
  const { kind, way, provider, documents, reference, result, words, checkedOn, expiresOn, checkedBy, files } = check
  const isStruck = check.struckOn !== null
  const mayAddFile = way !== undefined && !isStruck && (files?.length ?? 0) < maxCheckFiles
  const of = ` of the check: ${checkKindLabels[kind]}`
  return (
    <li className={isStruck ? 'struck' : undefined}>
      <p className="line">
        <b>{checkKindLabels[kind]}</b>
        {result && <span className={result === 'satisfied' ? undefined : 'bad'}>{checkResultLabels[result]}</span>}
        <span className="mut tnum">
          {showDate(checkedOn)}, {isStruck ? 'struck out' : `counts until ${showDate(expiresOn)}`}
        </span>
      </p>
      {words && <p>{words}</p>}
      {checkedBy && (
        <p className="mut">{sentence(way && checkWayLabels[way], provider, documents, reference, `by ${checkedBy.name}`)}</p>
      )}
      {isStruck && check.struckBecause && (
        <p className="mut">
          Struck out{check.struckBy ? ` by ${check.struckBy.name}` : ''}: {check.struckBecause}
        </p>
      )}
      <p className="line">
        {files?.map(({ _id, fileName }) => (
          <Button
            key={_id}
            size="s"
            variant="quiet"
            icon={IconPaperclip}
            pending={isDownloading(_id)}
            tip="Download"
            onClick={() => onDownload(_id)}
          >
            {fileName}
          </Button>
        ))}
        {files?.length === 0 && way !== 'electronic' && !isStruck && <span className="mut">{noCopyKept}</span>}
        {mayAddFile && (
          <ActButton variant="quiet" onClick={() => onAddFile(check)} of={of}>
            Add file…
          </ActButton>
        )}
        {check.mayStrike && (
          <ActButton variant="quiet" onClick={() => onStrike(check)} of={of}>
            Strike out…
          </ActButton>
        )}
      </p>
    </li>
  )
}

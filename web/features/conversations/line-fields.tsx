import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { maxDaysAhead, maxVendorText } from '@gya/domain/features/conversations/conversations.model.ts'
import { IconMessagePlus } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { canShowVendor, chaseDay, chaseMoment, type DraftLine } from './conversation-draft.ts'
import { outcomes } from './outcome-picker.tsx'
import type { ConversationForm } from './use-conversation.ts'

const outcomeOptions = outcomes.map(({ value, label }) => ({ value, label }))

type DayProps = {
  /** "27 Rodway Road"; empty for the common fields. */
  of: string
  value: Pick<DraftLine, 'outcome' | 'promisedOn' | 'nextAt'>
  now: string
  onPromised: (day: string | null) => void
  onNext: (at: string | null) => void
  autoFocus?: boolean
  /** The error shown if the field is required. */
  error?: string | undefined
}

/** The promised day for a promise, otherwise the next chase. */
export function ChaseDay({ of, value: { outcome, promisedOn, nextAt }, now, onPromised, onNext, autoFocus, error }: DayProps) {
  const suffix = of === '' ? '' : `: ${of}`
  const today = londonDay(now)
  const days = {
    small: true,
    min: today,
    max: addDays(today, maxDaysAhead),
    unreadable: 'Enter a day as 27/11, 27 nov, or t for today.',
  }
  if (outcome === 'promised')
    return (
      <DateField
        key="promised"
        label={`Promised for${suffix}`}
        hideLabel
        {...days}
        placeholder="Promised for"
        value={promisedOn}
        onChange={onPromised}
        error={error}
        data-autofocus={autoFocus}
      />
    )
  return (
    <DateField
      key="next"
      label={`Next chase${suffix}`}
      hideLabel
      {...days}
      placeholder="No next chase"
      value={nextAt && chaseDay(nextAt)}
      onChange={(day) => onNext(day && chaseMoment(day, now))}
    />
  )
}

type LineProps = { form: ConversationForm; line: DraftLine }

/** Outcome, day and vendor text of one sale. */
export const LineFields = ({ form, line }: LineProps) => {
  const { sale } = line
  const [hasNote, setHasNote] = useState(line.note !== '')
  return (
    <>
      <span className="line-fields">
        <SelectField
          label={`Outcome: ${sale.line1}`}
          hideLabel
          small
          searchable={false}
          options={outcomeOptions}
          value={line.outcome ?? undefined}
          onChange={(outcome) => form.setLine(line, { outcome })}
        />
        {line.outcome === null ? (
          <span />
        ) : (
          <ChaseDay
            of={sale.line1}
            value={line}
            now={form.now}
            onPromised={(promisedOn) => form.setLine(line, { promisedOn })}
            onNext={(nextAt) => form.setLine(line, { nextAt })}
          />
        )}
        {canShowVendor(sale.role) ? (
          <CheckField
            label={
              <>
                <span className="vh">Show this to the </span>Vendor<span className="vh"> of {sale.line1}</span>
              </>
            }
            checked={line.vendorText !== null}
            onChange={(isShown) => form.setLine(line, { isShown })}
          />
        ) : (
          <span className="not-shown" />
        )}
        <IconButton
          icon={IconMessagePlus}
          label={`Note on ${sale.line1}`}
          variant="quiet"
          size="s"
          aria-expanded={hasNote}
          onClick={() => setHasNote(!hasNote || line.note !== '')}
        />
      </span>
      {hasNote && (
        <TextField
          className="line-text"
          label={`Note on ${sale.line1}, for colleagues`}
          hideLabel
          small
          placeholder="Note on this sale, for colleagues"
          value={line.note}
          onChange={(note) => form.setLine(line, { note })}
        />
      )}
      {line.vendorText !== null && (
        <TextAreaField
          className="line-text"
          label={`The vendor of ${sale.line1} reads`}
          rows={2}
          limit={maxVendorText}
          value={line.vendorText}
          onChange={(vendorText) => form.setLine(line, { vendorText })}
        />
      )}
    </>
  )
}

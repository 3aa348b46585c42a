import { showCount, showNumber } from '@gya/domain/common/show-count.ts'
import { foldFirmName } from '@gya/domain/features/imports/fold-firm-name.ts'
import { checkImport } from '@gya/domain/features/imports/imports.contract.ts'
import type { ImportDetail, MadeContacts as Make } from '@gya/domain/features/imports/imports.model.ts'
import { useState } from 'react'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TickField } from '../../ui/fields/check-field.tsx'
import { checkStarted } from './imports.messages.ts'

const shownFirms = 12

type Props = { companyId: string; one: ImportDetail }

/** "Firms and people are made from names (switch, on)." [seat §6](docs/design/seat.md#6). */
export function MadeContacts(props: Props) {
  const { make, counts } = props.one
  const isNone = counts.made.firms.length === 0 && counts.made.people === 0
  return isNone && make.firms && make.people && !make.same ? null : <NewContacts {...props} />
}

function NewContacts({ companyId, one }: Props) {
  const checking = useSave(checkImport, checkStarted)
  const { firms, people, more = 0 } = one.counts.made
  const [isWhole, setWhole] = useState(false)
  const { make } = one
  const set = (change: Partial<Make>) =>
    void checking.save({ params: { companyId, importId: one._id }, body: { make: { ...make, ...change } } })
  const alike = firms.filter((firm) => firm.alike !== null)
  const others = firms.filter((firm) => firm.alike === null).map(({ name }) => name)
  const shown = isWhole ? others : others.slice(0, shownFirms)
  return (
    <Notice
      tone="info"
      title={`${showCount(firms.length + more, 'new firm')} and ${showCount(people, 'new person', 'new people')} in these sales`}
    >
      {checking.overlay}
      <p>
        Solicitors and brokers whom GYA does not know yet are made from their names, with their telephone and e-mail, so that they
        can be rung from the sale.
      </p>
      <div className="import-share">
        {(['firms', 'people'] as const).map((key) => (
          <TickField
            key={key}
            kind="switch"
            label={key === 'firms' ? 'Make the firms' : 'Make the people'}
            hint={make[key] ? undefined : 'Unknown names are left empty'}
            checked={make[key]}
            disabled={checking.pending}
            onChange={(isMade) => set({ [key]: isMade })}
          />
        ))}
      </div>
      {alike.map(({ name, alike: known }) => (
        <TickField
          key={name}
          kind="check"
          label={`“${name}” is the same firm as “${known?.name ?? ''}”`}
          checked={false}
          disabled={checking.pending}
          onChange={() => set({ same: { ...make.same, [foldFirmName(name)]: known?._id ?? '' } })}
        />
      ))}
      {others.length > 0 && (
        <ul className="import-made" aria-label="New firms">
          {shown.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      {others.length > shownFirms && (
        <Button size="s" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${showNumber(others.length)}`}
        </Button>
      )}
      {isWhole && more > 0 && <p className="mut">And {showNumber(more)} more.</p>}
    </Notice>
  )
}

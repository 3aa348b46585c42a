import { erasePerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { useState } from 'react'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { ConfirmByTypingDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { displayNameOf, type PersonQuery } from './person-query.ts'
import type { PersonSearchResult } from './person-search.tsx'
import { personErased } from './personal-data.messages.ts'

type Props = { companyId: string; person: PersonQuery; found: PersonSearchResult; onErased: (pseudonym: string) => void }

/** Asks for confirmation by typing the name, after listing what is replaced and what is kept. */
export function ErasePerson({ companyId, person, found, onErased }: Props) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const saving = useSave(erasePerson, personErased)
  const name = displayNameOf(person)
  const erase = async () => {
    const saved = await saving.save({ params: { companyId }, body: { ...person, deleteDocuments: [...chosen] } })
    if (!saved) return
    setOpen(false)
    onErased(saved.pseudonym)
  }
  return (
    <>
      {saving.overlay}
      <Button variant="danger" aria-haspopup="dialog" disabledReason={found.whyNotErase} onClick={() => setOpen(true)}>
        Erase
      </Button>
      <ConfirmByTypingDialog
        open={open}
        title="Erase this person?"
        text={name}
        what="who they are"
        confirmLabel="Erase for good"
        pending={saving.pending}
        error={saving.error && refusalText(saving.error, personErased.failure)}
        onConfirm={() => void erase()}
        onCancel={() => {
          setOpen(false)
          saving.reset()
        }}
      >
        <p>
          <b>Replaced:</b> their name by “Erased person” and a code, in every entry, note, e-mail and entry of the record;
          addresses and telephone numbers are emptied, and so is the text of e-mails to them. Their account ends with its photo
          and sessions, and links to a sale that were sent to them end. Nobody can bring this back.
        </p>
        <p>
          <b>Kept:</b> the sale itself: its address, dates, prices, fees and steps, as a contract’s record is for six years and a
          money-laundering one for five. Keep your own identity checks elsewhere before you go on.
        </p>
        <Documents found={found} chosen={chosen} onChoose={setChosen} />
      </ConfirmByTypingDialog>
    </>
  )
}

type Choosing = { found: PersonSearchResult; chosen: readonly string[]; onChoose: (ids: readonly string[]) => void }

const Documents = ({ found: { documents }, chosen, onChoose }: Choosing) =>
  documents.length === 0 ? null : (
    <div role="group" aria-label="Files">
      <p className="lab">Files of their sales are not read by GYA. Delete with them:</p>
      {documents.map(({ _id, fileName, place }) => (
        <CheckField
          key={_id}
          label={`${fileName} (${place.address})`}
          checked={chosen.includes(_id)}
          onChange={(on) => onChoose(on ? [...chosen, _id] : chosen.filter((id) => id !== _id))}
        />
      ))}
    </div>
  )

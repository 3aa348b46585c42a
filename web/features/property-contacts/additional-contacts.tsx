import { NewAdditionalContact } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Tag } from '../../ui/tag.tsx'
import { type AdditionalValues, newPersonId, type WireAdditional } from './contacts-values.ts'
import { PersonCard, RenderOutsideForm } from './person-card.tsx'
import { memoRecipient } from './property-contacts.messages.ts'

const emptyPerson: AdditionalValues = { firstName: '', lastName: '', email: '', tel: '', options: { memo: false } }

const errorsOf = (values: AdditionalValues): Record<string, string> => {
  const read = NewAdditionalContact.safeParse(values)
  return read.success ? {} : Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}

type DialogProps = { person: AdditionalValues | null; onDone: (values: AdditionalValues) => void; onClose: () => void }

/** "Contact modal (additional contacts): first name, last name, e-mail and telephone are required text fields." */
function PersonDialog({ person, onDone, onClose }: DialogProps) {
  const form = useForm<AdditionalValues>({ initialValues: person ?? emptyPerson, validate: errorsOf })
  const field = form.getInputProps
  const submit = form.onSubmit((values) => onDone(NewAdditionalContact.parse(values)))
  return (
    <RenderOutsideForm>
      <Dialog
        open
        title={person ? 'Edit contact' : 'Add contact'}
        onClose={onClose}
        onSubmit={() => submit()}
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" type="submit">
              {person ? 'Change contact' : 'Add contact'}
            </Button>
          </>
        }
      >
        <FieldGrid>
          <TextField {...field('firstName')} label="First name" required />
          <TextField {...field('lastName')} label="Last name" required />
          <TextField {...field('email')} label="E-mail" type="email" required />
          <TextField {...field('tel')} label="Telephone" type="tel" required />
        </FieldGrid>
        <CheckField {...field('options.memo', { type: 'checkbox' })} label={memoRecipient} />
      </Dialog>
    </RenderOutsideForm>
  )
}

type Props = { people: readonly WireAdditional[]; onChange: (people: WireAdditional[]) => void }

/** Changes are saved with the page. */
export function AdditionalContacts({ people, onChange }: Props) {
  const [editing, setEditing] = useState<WireAdditional | 'new' | null>(null)
  const done = (values: AdditionalValues) => {
    if (editing === 'new') onChange([...people, { _id: newPersonId(people), ...values }])
    else if (editing) onChange(people.map((one) => (one._id === editing._id ? { _id: one._id, ...values } : one)))
    setEditing(null)
  }
  return (
    <>
      {people.length === 0 ? (
        <p className="mut">Nobody yet. Add whoever else is to be kept informed.</p>
      ) : (
        <ul className="people">
          {people.map((one) => {
            const name = `${one.firstName} ${one.lastName}`
            return (
              <li key={one._id}>
                <PersonCard
                  person={{ ...one, name }}
                  partyRef={`additional:${one._id}`}
                  sign={one.options.memo && <Tag tone="blue">{memoRecipient}</Tag>}
                >
                  <Button
                    size="s"
                    variant="quiet"
                    aria-haspopup="dialog"
                    aria-label={`Edit ${name}`}
                    onClick={() => setEditing(one)}
                  >
                    Edit
                  </Button>
                  <Button
                    size="s"
                    variant="danger-quiet"
                    aria-label={`Remove ${name}`}
                    onClick={() => onChange(people.filter(({ _id }) => _id !== one._id))}
                  >
                    Remove
                  </Button>
                </PersonCard>
              </li>
            )
          })}
        </ul>
      )}
      <Button aria-haspopup="dialog" onClick={() => setEditing('new')}>
        Add contact
      </Button>
      {editing && <PersonDialog person={editing === 'new' ? null : editing} onDone={done} onClose={() => setEditing(null)} />}
    </>
  )
}

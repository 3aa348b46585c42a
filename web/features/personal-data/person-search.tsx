import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import './personal-data.css'
import { type PersonQuery, parsePersonQuery } from './asked-person.ts'

/** Who is looked for: any of a name, an e-mail address and a telephone number. It stays on the page and in no address. */
export function PersonSearchForm({ pending, onSearch }: { pending: boolean; onSearch: (person: PersonQuery) => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [tel, setTel] = useState('')
  const typed = parsePersonQuery({ name, email, tel })
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (typed.person) onSearch(typed.person)
  }
  return (
    <form onSubmit={search} noValidate aria-label="Find a person">
      <FormPanel title="Find a person">
        <div className="person-search">
          <TextField label="Full name" value={name} onChange={setName} maxLength={160} />
          <TextField label="E-mail" type="email" value={email} onChange={setEmail} maxLength={254} />
          <TextField label="Telephone" type="tel" value={tel} onChange={setTel} maxLength={40} />
          <Button
            type="submit"
            variant="primary"
            icon={IconSearch}
            pending={pending}
            disabledReason={typed.person ? null : typed.why}
          >
            Search
          </Button>
        </div>
        <p className="hint">
          Any of the three will do. Whoever has the e-mail address, or the exact name and no other address, is the person. A
          telephone number is found and removed, but does not make its owner the person: households and offices share theirs.
        </p>
      </FormPanel>
    </form>
  )
}

import { addDays } from '@gya/domain/common/dates.ts'
import { type PartyRole, partyRoles } from '@gya/domain/features/property-contacts/changed-parts.ts'
import type { ContactDetails } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { CompanyContact, CompanyContactPoc } from '../db/schema.ts'
import { momentAt } from './demo-calendar.ts'
import { randomPeople } from './people.ts'
import type { Action } from './property-life.ts'
import { seededIds, seededRandom } from './seeded.ts'

type Firm = {
  acts: 'Solicitor' | 'Broker'
  row: Omit<Insertable<CompanyContact>, 'company_id'> & { id: string }
  pocs: readonly (Omit<Insertable<CompanyContactPoc>, 'company_id'> & { id: string })[]
}

/** Buildings that do not exist; no real postcode ends in any of the letters C, I, K, M, O and V. */
const firmNames: readonly [acts: Firm['acts'], name: string, domain: string, line1: string, line2: string, postcode: string][] = [
  ['Solicitor', 'Puddifoot & Thrale', 'puddifoot', 'Quillpen House', 'Inkwell Court', 'RG1 1KO'],
  ['Solicitor', 'Nettlefold Conveyancing', 'nettlefold', 'The Nettle Rooms', 'Thimble Yard', 'RG1 3VC'],
  ['Solicitor', 'Inglenook Law', 'inglenook', 'Inglenook Chambers', 'Ember Row', 'RG1 7MI'],
  ['Solicitor', 'Quillon Partners', 'quillon', 'Quillon Hall', 'Scabbard Lane', 'RG30 1OK'],
  ['Solicitor', 'Heatherstone Legal', 'heatherstone', 'Heatherstone Lodge', 'Moorcock Mews', 'RG31 4CM'],
  ['Broker', 'Kingcup Mortgages', 'kingcup', 'The Kingcup Rooms', 'Marigold Yard', 'RG1 2IV'],
  ['Broker', 'Whimbrel Finance', 'whimbrel', 'Whimbrel House', 'Curlew Court', 'RG2 0KM'],
  ['Broker', 'Oatfield Home Loans', 'oatfield', 'Oatfield Barn', 'Haywain Row', 'RG30 3VO'],
]

/** The solicitors and mortgage brokers whom Larkmead deals with, each with some of its people. */
export function demoFirms(present: CurrentTime): Firm[] {
  const random = seededRandom('firms')
  const newId = seededIds(random)
  const createdon = momentAt(addDays(present.today, -399), 10 * 60, present).now
  return firmNames.map(([acts, name, domain, line1, line2, postcode], index) => {
    const id = newId(createdon)
    const made = { createdon, updatedon: createdon }
    const tel = `0118 496 02${String(index).padStart(2, '0')}`
    const address = { line1, line2, town: 'Reading', county: 'Berkshire', country: 'United Kingdom', postcode }
    const type = acts === 'Solicitor' ? 'solicitor' : 'broker'
    return {
      acts,
      row: { id, name, email: `office@${domain}.example`, tel, ...address, type, recommended: index % 3 === 0, ...made },
      pocs: randomPeople(random, 2 + (index % 2)).map((one) => ({
        id: newId(createdon),
        contact_id: id,
        name: one.name,
        email: `${one.first}.${one.last}@${domain}.example`.toLowerCase(),
        tel: one.mobile,
        ...made,
      })),
    }
  })
}

const contactDetails = ({ id, name, email = '', tel = '' }: Firm['row'] | Firm['pocs'][number]): ContactDetails => ({
  _id: id,
  name,
  email,
  tel,
})

/** As `PATCH …/contacts`: who acts in these roles from now on, where nobody does yet. */
export const chooseContacts =
  (present: CurrentTime, which: readonly PartyRole[]): Action =>
  (life) => {
    const random = seededRandom(`contacts ${life.property.id} ${which.join()}`)
    const firms = demoFirms(present)
    const open = which.filter((role) => life.parties.every((party) => party.role !== role))
    const chosen = open.map((role) => {
      const firm = random.pick(firms.filter(({ acts }) => role.endsWith(acts)))
      life.parties.push({ role, contact: contactDetails(firm.row), poc: contactDetails(random.pick(firm.pocs)) })
      const { side, part } = partyRoles[role]
      return { side, part: side === 'vendor' ? part : `buyerDetails.${part}`, name: firm.row.name }
    })
    if (chosen.length === 0) return []
    const told = (value: (name: string) => string | null) =>
      Object.fromEntries(chosen.map(({ part, name }) => [part, value(name)]))
    const data = {
      fields: chosen.map(({ part }) => part),
      sides: [...new Set(chosen.map(({ side }) => side))],
      before: told(() => null),
      after: told((name) => name),
    }
    return [{ kind: 'contacts-saved', data }]
  }

import { addDays } from '@gya/domain/common/dates.ts'
import { type Role, roles } from '@gya/domain/features/property-contacts/changed-parts.ts'
import type { Reachable } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import type { Moment } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { CompanyContact, CompanyContactPoc } from '../db/schema.ts'
import { momentAt } from './demo-calendar.ts'
import { people } from './people.ts'
import type { Deed } from './property-life.ts'
import { seeded, seededIds } from './seeded.ts'

type Firm = {
  acts: 'Solicitor' | 'Broker'
  row: Omit<Insertable<CompanyContact>, 'company_id'> & { id: string }
  pocs: readonly (Omit<Insertable<CompanyContactPoc>, 'company_id'> & { id: string })[]
}

const names: readonly [Firm['acts'], string, string][] = [
  ['Solicitor', 'Puddifoot & Thrale', 'puddifoot'],
  ['Solicitor', 'Nettlefold Conveyancing', 'nettlefold'],
  ['Solicitor', 'Inglenook Law', 'inglenook'],
  ['Solicitor', 'Quillon Partners', 'quillon'],
  ['Solicitor', 'Heatherstone Legal', 'heatherstone'],
  ['Broker', 'Kingcup Mortgages', 'kingcup'],
  ['Broker', 'Whimbrel Finance', 'whimbrel'],
  ['Broker', 'Oatfield Home Loans', 'oatfield'],
]

/** The solicitors and mortgage brokers whom Larkmead deals with, each with some of its people. */
export function demoFirms(present: Moment): Firm[] {
  const random = seeded('firms')
  const newId = seededIds(random)
  const createdon = momentAt(addDays(present.today, -399), 10 * 60, present).now
  return names.map(([acts, name, domain], index) => {
    const id = newId(createdon)
    const made = { createdon, updatedon: createdon }
    const tel = `0118 496 02${String(index).padStart(2, '0')}`
    return {
      acts,
      row: { id, name, email: `office@${domain}.example`, tel, recommended: index % 3 === 0, ...made },
      pocs: people(random, 2 + (index % 2)).map((one) => ({
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

const reachable = ({ id, name, email = '', tel = '' }: Firm['row'] | Firm['pocs'][number]): Reachable => ({
  _id: id,
  name,
  email,
  tel,
})

/** As `PATCH …/contacts`: who acts in these roles from now on, where nobody does yet. */
export const chooseContacts =
  (present: Moment, which: readonly Role[]): Deed =>
  (life) => {
    const random = seeded(`contacts ${life.property.id} ${which.join()}`)
    const firms = demoFirms(present)
    const open = which.filter((role) => life.parties.every((party) => party.role !== role))
    const chosen = open.map((role) => {
      const firm = random.pick(firms.filter(({ acts }) => role.endsWith(acts)))
      life.parties.push({ role, contact: reachable(firm.row), poc: reachable(random.pick(firm.pocs)) })
      const { side, part } = roles[role]
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

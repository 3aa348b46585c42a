import { sql } from 'kysely'

/**
 * Whether somebody waits for the answer to the e-mail `m` on its sale `s` of the property: "It ends by a reply, by Done, by a conversation
 * with that party about that sale after it, and when it had proposals and the last is decided." [mail-in §7.2](docs/design/mail-in.md#7.2).
 */
export const mailWaits = (property: 'p') => sql<boolean>`(s.state = 'filed' and s.open
  and not exists (select from conversation_sale x join conversation c on c.company_id = x.company_id and c.id = x.conversation_id
    where x.company_id = ${sql.ref(property)}.company_id and x.property_id = ${sql.ref(property)}.id and c.undone_on is null
      and c.at > m.arrived_on and not (c.inbound and c.mail_in_id is not null) and x.outcome in ('spoke', 'promised', 'emailed')
      and (c.party_ref = m.party_ref or c.party_ref = 'firm:' || m.firm_id or exists (select from company_contact_poc q
        where q.company_id = c.company_id and q.contact_id = m.firm_id and 'poc:' || q.id = c.party_ref)))
  and coalesce((select bool_or(o.state = 'open') from party_proposal o
    where o.company_id = s.company_id and o.source_id = m.id and o.property_id = s.property_id), true))`

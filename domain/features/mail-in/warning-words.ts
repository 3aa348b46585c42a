import { showDate } from '../../common/dates.ts'
import type { MailWarning } from './mail-in.model.ts'

/** `known`: of `name` the address that we know, of `lookalike` the domain, of `bank-details-differ` the day of the earlier e-mail. */
export type Warned = { warning: MailWarning; known: string }

export type WarningWordsFacts = {
  fromName: string
  from: string
  /** The party, or the firm, as it is in our contacts; `null`: not known. */
  party: { name: string; email: string; tel: string } | null
  /** Names of removed files. */
  infected: readonly string[]
}

/** "Words at the top of the e-mail." */
export function warningWords({ warning, known }: Warned, { fromName, from, party, infected }: WarningWordsFacts): string {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  switch (warning) {
    case 'bank-details': {
      const ring =
        party === null || party.tel === ''
          ? 'Ring the sender on a number that you have from elsewhere, and ask.'
          : `Ring ${party.name} on ${party.tel}, the number in our contacts, and ask.`
      return `This e-mail is about bank details. Fraudsters send e-mails like this shortly before money moves. Do not use them or pass them on. ${ring}`
    }
    case 'bank-details-differ':
      return `They differ from the details in the e-mail of ${showDate(known)}.`
    case 'failed':
      return `The sender could not be proved: ${domain} did not send this.`
    case 'name':
      return `The name is ${fromName}, the address is not: ${from}. We know ${known}.`
    case 'lookalike':
      return known === '' ? `${domain} is written in letters of several scripts.` : `${domain} is not ${known}, which we know.`
    case 'reply-to':
      return `Answers were to go to another domain. We answer ${party?.email || from}.`
    case 'virus':
      return infected.length > 1
        ? `${infected.length} files held a virus (${infected.join(', ')}) and were removed.`
        : `One file held a virus (${infected.join(', ')}) and was removed.`
  }
}

import type { LeftOut } from '@gya/domain/features/mail-in/left-out.ts'
import type { MailInState, MailKind, MailWarning, SenderCheck } from '@gya/domain/features/mail-in/mail-in.model.ts'
import type { SaveMessages } from '../../lib/forms/use-save.tsx'

export const senderCheckWords: Record<SenderCheck, string> = {
  verified: 'Verified',
  'not-verified': 'Not verified',
  failed: 'Failed',
  unknown: 'Unknown',
}

/** What a sender check means, for the tooltip. */
export const senderCheckMeanings: Record<SenderCheck, string> = {
  verified: 'Sender verified: the domain of the address sent it',
  'not-verified': 'Sender not verified: its domain neither confirms nor denies it',
  failed: 'Sender check failed: the domain of the address did not send it',
  unknown: 'Sender not checked yet: its domain did not answer',
}

/** In a list; the whole words are those of `warningWords`. */
export const warningLabels: Record<MailWarning, string> = {
  'bank-details': 'Bank details',
  'bank-details-differ': 'Bank details differ',
  failed: 'Sender not proved',
  name: 'Name of somebody else',
  lookalike: 'Look-alike address',
  'reply-to': 'Answers go elsewhere',
  virus: 'Virus removed',
}

/** Why an attachment cannot be kept. */
export const leftOutWords: Record<LeftOut, string> = {
  picture: 'A picture of the text',
  type: 'Only in the original',
  large: 'Too large to keep',
  infected: 'Held a virus and was removed',
  'too-many': 'Only in the original: more than 30 files',
  signature: 'A signature',
}

export const warningsChecked: SaveMessages = {
  success: { title: 'Noted' },
  failure: { title: 'This was not noted' },
}

/** `null`: an ordinary e-mail. */
export const kindLabels: Record<MailKind, string | null> = {
  mail: null,
  automatic: 'Automatic',
  bounce: 'Did not arrive',
  delay: 'Delayed',
  copy: 'Copy of ours',
}

export const isOffWords = 'E-mail is off: answers go to the sender’s own address.'

export const addressSaved: SaveMessages = {
  success: { title: 'Address saved' },
  failure: { title: 'The address was not saved' },
}

export const accountSaved: SaveMessages = {
  success: { title: 'Mail account saved' },
  failure: { title: 'The mail account was not saved' },
}

export const accountDeleted: SaveMessages = {
  success: { title: 'Mail account deleted' },
  failure: { title: 'The mail account was not deleted' },
}

export const accountTested: SaveMessages = {
  success: { title: 'Tested' },
  failure: { title: 'The mail account was not tested' },
  quiet: true,
}

/** What became of an e-mail that arrived. */
export const arrivalLabels: Record<MailInState, string> = {
  arrived: 'Being read',
  filed: 'On a sale',
  inbox: 'To file',
  aside: 'Aside',
  junk: 'Junk',
}

/** How to send e-mails on to an address, in three lines each. */
export const forwarding = (address: string): readonly { from: string; lines: readonly string[] }[] => [
  {
    from: 'Outlook',
    lines: [
      'Settings › Mail › Rules › Add new rule.',
      'Choose the e-mails: all, or those of your solicitors and brokers.',
      `Action: Redirect to ${address}. Redirect keeps the sender, which Forward does not.`,
    ],
  },
  {
    from: 'Google',
    lines: [
      `Gmail: Settings › Forwarding and POP/IMAP › Add a forwarding address: ${address}.`,
      'Google sends a code to it, which appears under Mail, to file. Enter it.',
      `Settings › Filters › Create a new filter, and choose Forward it to ${address}.`,
    ],
  },
  {
    from: 'Exchange, for everybody at once',
    lines: [
      'Exchange admin centre › Mail flow › Rules › Add a rule.',
      'Apply it to the e-mails from and to your team, or to those with your solicitors’ domains.',
      `Do the following: add recipients to the Bcc box, ${address}. A journal rule to it works too.`,
    ],
  },
]

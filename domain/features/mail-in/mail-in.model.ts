/** E-mails that come in: what they are, who sent them, which sale they are about. [mail-in §0](docs/design/mail-in.md#0). */

/**
 * `automatic`: written by a program, [mail-in §7.7](docs/design/mail-in.md#7.7). `bounce`: one of ours did not arrive; `delay`: not yet.
 * `copy`: one of ours that came back to us.
 */
export const mailKinds = ['mail', 'automatic', 'bounce', 'delay', 'copy'] as const
export type MailKind = (typeof mailKinds)[number]

/** Where it is. `arrived`: not read yet; `inbox`: to file. */
export const mailInStates = ['arrived', 'filed', 'inbox', 'aside', 'junk'] as const
export type MailInState = (typeof mailInStates)[number]

/** [mail-in §4](docs/design/mail-in.md#4). */
export const senderChecks = ['verified', 'not-verified', 'failed', 'unknown'] as const
export type SenderCheck = (typeof senderChecks)[number]

/** Reasons to be careful, most serious first. [mail-in §4](docs/design/mail-in.md#4). */
export const mailWarnings = ['bank-details', 'bank-details-differ', 'failed', 'name', 'lookalike', 'reply-to', 'virus'] as const
export type MailWarning = (typeof mailWarnings)[number]

/** Why an e-mail is on a sale, or may be about it. The first six file by themselves. [mail-in §3](docs/design/mail-in.md#3). */
export const matchReasons = [
  'key',
  'thread',
  'their-ref',
  'address',
  'names',
  'only-sale',
  /** A party of the sale sent it, or somebody of the same firm. */
  'party',
  /** "Onward", "related", "their purchase": named as another house. */
  'related',
  /** Its postcode is in the text. */
  'postcode',
] as const
export type MatchReason = (typeof matchReasons)[number]

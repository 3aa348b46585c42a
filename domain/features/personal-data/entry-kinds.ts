/** What a person is known as: everything in which they stand with a name. */
export const entryKinds = {
  account: 'Account',
  contact: 'Contact',
  poc: 'Point of contact',
  buyer: 'Buyer',
  additional: 'Additional contact',
  offer: 'Offer',
  viewing: 'Viewing',
  fallOff: 'Sale that fell off',
  chain: 'Chain',
} as const
export type EntryKind = keyof typeof entryKinds

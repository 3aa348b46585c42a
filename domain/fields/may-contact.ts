/** Whether a person may be contacted again if a sale falls off; null: not asked. */
export const mayContact = {
  kind: 'triState',
  label: 'May be contacted again',
  column: 'may_contact',
  personal: true,
  import: { title: 'May contact', otherNames: ['Consent', 'Contact consent', 'Marketing consent', 'Opt in'] },
} as const

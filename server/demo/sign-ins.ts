/** The sign-ins of the demo company, one a role; only in a demo database. */
export const demoPassword = 'Demo-Password-2026'

export const demoSignIns = [
  { email: 'platform@demo.example', role: 'GYA Admin' },
  { email: 'company@demo.example', role: 'Company Admin' },
  { email: 'branch@demo.example', role: 'Branch Admin' },
  { email: 'staff@demo.example', role: 'Branch Staff' },
  { email: 'vendor@demo.example', role: 'Vendor' },
] as const

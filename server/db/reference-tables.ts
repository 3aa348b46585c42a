/**
 * Tables that every node would hold if companies were sharded (docs/scaling.md), and why. All other tables have a `company_id`
 * and are sharded by it.
 */
export const referenceTables: Readonly<Record<string, string>> = {
  company: 'a row a customer; read by every list of companies and every scope check',
  branch: 'some rows a company; read by every scope check',
  area: 'some rows a company; a branch refers to its area',
  area_member: 'who manages which area: read at every call, by the person',
  branch_member: 'who works in which branch: read at every call, by the person',
  app_user: 'an e-mail address finds its person before the company is known, and is unique among staff over all companies',
  session: 'a token finds its person before the company is known',
  account_link: 'a token finds its person before the company is known',
  sign_in_challenge: 'a ticket finds its person before the company is known',
  totp: 'read at sign-in, before the company is known',
  passkey: 'a passkey finds its person before the company is known',
  recovery_code: 'read at sign-in, before the company is known',
  secret_key_check: 'one row: whether the key of the secrets fits the database',
  company_sign_in: 'a row a customer; read with every session',
  company_provider: 'a row a customer; read at sign-in',
  company_domain: 'a domain finds its company before the company is known',
  sso_identity: 'a subject of a provider finds its person before the company is known',
  sso_attempt: 'the state of a sign-in finds its company before the company is known',
  rate_limit: 'counts of minutes, by address or person',
  loose_file: 'files that no row refers to yet, for an hour; platform admins upload too',
  mail: 'the outbox, one queue for all: written with a change, read by the job that sends it; mails to platform admins belong to no company',
  mail_attachment: 'goes with its mail',
  support_access: 'some rows a company; read with every session of a platform admin, before the company is known',
  record_key: 'public halves of the keys that sign checkpoints of all companies',
  schema_migration: 'which migrations have run',
}

import { type Config } from './config.ts'
/** The configuration without secrets, for the log. */
export const redactConfig = (config: Config): Record<string, unknown> => ({
  ...config,
  databaseUrl: config.databaseUrl ? '(set)' : '(embedded)',
  databaseDirectUrl: config.databaseDirectUrl ? '(set)' : '(none: no transaction pooler)',
  databaseReadUrls: config.databaseReadUrls.map(() => '(set)'),
  smtpUrl: config.smtpUrl ? '(set)' : '(none: mail is kept in the mailbox)',
  s3: config.s3 ? { ...config.s3, accessKeyId: '(set)', secretAccessKey: '(set)' } : '(none: files are kept in a folder)',
  admin: config.admin ? '(set)' : undefined,
  recordKeys: config.recordKeys.length > 0 ? '(set)' : '(a file in the data folder)',
  secretKey: config.secretKey ? '(set)' : '(none: a file in the data folder)',
  secretKeyOld: config.secretKeyOld ? '(set)' : undefined,
  traces: config.traces ? '(set)' : '(none)',
})

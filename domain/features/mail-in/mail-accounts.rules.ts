import type { Instant } from '../../common/dates.ts'
import type { CallLimit } from '../../endpoint.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/** Mail accounts that are read by IMAP. [mail-in §1.3](docs/design/mail-in.md#1.3). */

/** "5 a branch." [mail-in §2](docs/design/mail-in.md#2). */
export const maxMailAccounts = 5

export const whyNotAddMailAccount = (existing: number): ErrorCode | null =>
  existing >= maxMailAccounts ? 'TOO_MANY_MAIL_ACCOUNTS' : null

/** "Port 993 with TLS only." */
export const imapPort = 993

/** It is a part of the address at which the token is asked for. */
export const isTenant = (tenant: string): boolean => /^[\w-]+(\.[\w-]+)*$/.test(tenant)

/** Days that a test looks back. */
export const testedDays = 7

export const accountTestLimits: readonly CallLimit[] = [{ name: 'mail-account-tests-of', per: 'person', most: 20, minutes: 10 }]

const failingMinutes = [30, 3 * 24 * 60]

/** E-mails that are due about a failure: one after 30 minutes, another after 3 days. [mail-in §10](docs/design/mail-in.md#10). */
export const failureMailsDue = (failingSince: Instant, now: Instant): number =>
  failingMinutes.filter((minutes) => Date.parse(now) - Date.parse(failingSince) >= minutes * 60_000).length

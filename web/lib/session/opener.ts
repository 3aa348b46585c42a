import type { Me } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { ownsBrowser, ownsTab } from '../storage/storage-owner.ts'

/** What of the account decides what a page reads first. */
export type Opener = Pick<Me, '_id' | 'type' | 'startsWith' | 'activated' | 'passwordReset'> & {
  company: Pick<NonNullable<Me['company']>, '_id'> | null
  branches: readonly Pick<Me['branches'][number], '_id'>[]
}

/** Removed when the session ends (`session-end.ts`) and when another person signs in (`claimStorage`). */
const key = 'gya.opener'

export const toOpener = ({ _id, type, startsWith, activated, passwordReset, company, branches }: Opener): Opener => ({
  _id,
  type,
  startsWith,
  activated,
  passwordReset,
  company: company && { _id: company._id },
  branches: branches.map((branch) => ({ _id: branch._id })),
})

/** For the next load in this tab, which then asks for its data without waiting for the account. */
export const storeOpener = (me: Opener): void => sessionStorage.setItem(key, JSON.stringify(toOpener(me)))

/** Of the last load in this tab, while the settings of the browser are the same person's. */
export function readOpener(): Opener | null {
  try {
    const last = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Opener | null
    return last && ownsTab(last._id) && ownsBrowser(last._id) ? last : null
  } catch {
    return null
  }
}

export const forgetOpener = (): void => sessionStorage.removeItem(key)

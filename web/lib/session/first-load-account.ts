import type { Me } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { ownsBrowser, ownsTab } from '../storage/storage-owner.ts'

/** The fields of the account that determine which data a page requests first. */
export type FirstLoadAccount = Pick<Me, '_id' | 'type' | 'startsWith' | 'activated' | 'passwordReset'> & {
  company: Pick<NonNullable<Me['company']>, '_id'> | null
  branches: readonly Pick<Me['branches'][number], '_id'>[]
}

/** Removed when the session ends (`session-end.ts`) and when another user signs in (`claimStorage`). */
const key = 'gya.first-load-account'

export const toFirstLoadAccount = ({
  _id,
  type,
  startsWith,
  activated,
  passwordReset,
  company,
  branches,
}: FirstLoadAccount): FirstLoadAccount => ({
  _id,
  type,
  startsWith,
  activated,
  passwordReset,
  company: company && { _id: company._id },
  branches: branches.map((branch) => ({ _id: branch._id })),
})

/** For the next load in this tab, which then requests its data without waiting for the account. */
export const storeFirstLoadAccount = (me: FirstLoadAccount): void =>
  sessionStorage.setItem(key, JSON.stringify(toFirstLoadAccount(me)))

/** Of the last load in this tab, if the settings of the browser belong to the same user. */
export function readFirstLoadAccount(): FirstLoadAccount | null {
  try {
    const last = JSON.parse(sessionStorage.getItem(key) ?? 'null') as FirstLoadAccount | null
    return last && ownsTab(last._id) && ownsBrowser(last._id) ? last : null
  } catch {
    return null
  }
}

export const forgetFirstLoadAccount = (): void => sessionStorage.removeItem(key)

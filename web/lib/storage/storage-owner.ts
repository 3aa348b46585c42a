/**
 * "Settings for search are cached locally" ([administration §9](docs/design/administration.md#9)): page sizes, sorts, filters, sidebar,
 * colour scheme. Settings are stored per user with the prefix `gya.`. When another user signs in, the previous user's settings
 * are stashed under their id and the new user's are restored.
 */
const prefix = 'gya.'
const ownerKey = `${prefix}owner`
const stashKey = (userId: string): string => `gya-of:${userId}`

const settingKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(prefix) && key !== ownerKey)

const stashSettings = (userId: string | null): void => {
  const kept = Object.fromEntries(settingKeys().map((key) => [key, localStorage.getItem(key)]))
  for (const key of settingKeys()) localStorage.removeItem(key)
  if (userId !== null && Object.keys(kept).length > 0) localStorage.setItem(stashKey(userId), JSON.stringify(kept))
}

const restoreSettings = (userId: string): void => {
  const text = localStorage.getItem(stashKey(userId))
  localStorage.removeItem(stashKey(userId))
  try {
    for (const [key, value] of Object.entries(JSON.parse(text ?? '{}') as Record<string, string>))
      localStorage.setItem(key, value)
  } catch {
    // Unreadable settings are dropped.
  }
}

/** Reads the stored settings of a user before `claimStorage` has switched to them. */
export function settingsReader(userId: string): (key: string) => string | null {
  if (ownsBrowser(userId)) return (key) => localStorage.getItem(key)
  try {
    const stashed = JSON.parse(localStorage.getItem(stashKey(userId)) ?? '{}') as Record<string, string>
    return (key) => stashed[key] ?? null
  } catch {
    return () => null
  }
}

/** Whether the settings of this browser belong to this user. */
export const ownsBrowser = (userId: string): boolean => localStorage.getItem(ownerKey) === userId

/** Whether the data stored in this tab belongs to this user. */
export const ownsTab = (userId: string): boolean => sessionStorage.getItem(ownerKey) === userId

/**
 * Switches the stored settings to a user and removes another user's scope and drafts from this tab. Call it before anything
 * reads a setting.
 */
export function claimStorage(userId: string): void {
  const owner = localStorage.getItem(ownerKey)
  if (owner !== userId) {
    stashSettings(owner)
    restoreSettings(userId)
    localStorage.setItem(ownerKey, userId)
  }
  if (ownsTab(userId)) return
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  sessionStorage.setItem(ownerKey, userId)
}

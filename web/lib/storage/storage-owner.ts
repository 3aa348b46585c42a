/**
 * "Settings for search are cached locally" (administration document, section 9): page sizes, sorts, filters, the sidebar,
 * the colour scheme. They are one person's. All of them stand under `gya.` in this browser's storage; when somebody else
 * signs in they are put aside under that person's id, and the newcomer's own are taken out.
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
    // What cannot be read back is forgotten.
  }
}

/**
 * Makes the browser's settings those of who is signed in, and drops what this tab remembers of anybody else: their place,
 * and what they had typed when their session ended. To be called before anything reads a setting.
 */
export function claimStorage(userId: string): void {
  const owner = localStorage.getItem(ownerKey)
  if (owner !== userId) {
    stashSettings(owner)
    restoreSettings(userId)
    localStorage.setItem(ownerKey, userId)
  }
  if (sessionStorage.getItem(ownerKey) === userId) return
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  sessionStorage.setItem(ownerKey, userId)
}

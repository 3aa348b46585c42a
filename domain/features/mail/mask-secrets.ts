const mask = '▮▮▮▮▮▮▮▮'

/** Stands in an e-mail before a password, which is thereby masked. */
export const temporaryPasswordLabel = 'temporary password:'

const passwords = new RegExp(`(${temporaryPasswordLabel}\\s+)\\S+`, 'g')

/** Masks secrets in a stored message: tokens in links, and temporary passwords. */
export const maskSecrets = (text: string): string =>
  text
    .replace(/([#?&/=])[A-Za-z0-9_-]{40,}/g, (_, before: string) => `${before}${mask}`)
    .replace(passwords, (_, before: string) => `${before}${mask}`)

/** Whether a message contains a link with access rights, or a password. */
export const carriesSecret = (...texts: readonly (string | null | undefined)[]): boolean =>
  texts.some((text) => text != null && maskSecrets(text) !== text)

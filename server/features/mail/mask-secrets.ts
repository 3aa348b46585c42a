const mask = '▮▮▮▮▮▮▮▮'

/**
 * A kept message without what would open an account: the token of a link, wherever it stands in the address, and a
 * temporary password.
 */
export const maskSecrets = (text: string): string =>
  text
    .replace(/([#?&/=])[A-Za-z0-9_-]{40,}/g, (_, before: string) => `${before}${mask}`)
    .replace(/(temporary password:\s+)\S+/g, (_, before: string) => `${before}${mask}`)

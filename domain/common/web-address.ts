/** Mail programs make links of these, in a name as well: "http://evil.example click". */
const withScheme = /:\/\/|\bwww\./i
/** `evil.example`, `evil.example/offer`; not "J.Tolliver" or "St.John". */
const domainName = /[^\s.]\.[a-z]{2,}(?=[/:?#]|\s|$)/

/** Whether the name of a firm or branch contains a web address. Firms are called "move.co.uk", so that a domain alone is a name. */
export const hasWebAddress = (name: string): boolean => withScheme.test(name)

/** Whether the name of a person contains a web address. */
export const isNameWithLink = (name: string): boolean => withScheme.test(name) || domainName.test(name)

export const noWebAddress = 'A name cannot contain a web address.'

/** A name as an e-mail contains it, so that no mail program makes a link of it: `evil.example` becomes `evil. example`. */
export const nameInMail = (name: string): string => name.replaceAll('://', ' ').replace(/(?<=\S)\.(?=[^\s.])/g, '. ')

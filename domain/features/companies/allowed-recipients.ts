/**
 * "A company setting for allowed recipient domains of reports and documents, off by default." Security issue, "Exports and
 * e-mail". A domain stands for itself and not for those below it.
 */

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** The domains among some addresses that a company does not send documents to; none where it has named no domains. */
export const domainsNotAllowed = (allowed: readonly string[], addresses: readonly string[]): string[] =>
  allowed.length === 0 ? [] : [...new Set(addresses.map(domainOf))].filter((domain) => !allowed.includes(domain)).toSorted()

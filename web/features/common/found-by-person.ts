import { searchFold } from '@gya/domain/common/search-fold.ts'
import { searchWords } from '@gya/domain/features/search/search.rules.ts'

type Named = { name: string; email: string }

/** Whether the name contains every word of the search text, as the server compares. */
const isNamed = ({ name }: Named, text: string): boolean => {
  const folded = searchFold(name)
  return searchWords(text).every((word) => folded.includes(word))
}

/** The point of contact by which a search found a contact, for the option: nothing if it was found by its own name. */
export function foundByPerson(contact: Named & { pocs: readonly Named[] }, text: string): string {
  if (isNamed(contact, text)) return ''
  const poc = contact.pocs.find((one) => isNamed(one, text) || one.email.includes(text.toLowerCase()))
  return poc ? `Point of contact: ${poc.name}` : ''
}

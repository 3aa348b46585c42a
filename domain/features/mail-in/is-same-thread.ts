import { searchFold } from '../../common/search-fold.ts'

const prefix = /^(?:(?:re|fwd?|aw|wg|sv|antw)(?:\[\d+\])?:|\[[^\]]{1,60}\])\s*/i

function threadSubject(subject: string): string {
  let rest = subject.trim()
  while (prefix.test(rest)) rest = rest.replace(prefix, '')
  return searchFold(rest).replace(/\s+/g, ' ').trim()
}

/** Whether an answer stays in its thread: "a new one where the folded subject (without Re:, Fw:, [tags]) differs". */
export const isSameThread = (subject: string, answered: string): boolean =>
  subject.trim() === '' || threadSubject(subject) === threadSubject(answered)

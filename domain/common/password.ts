const minLength = 12

/**
 * "Password rule: at least 12 characters, with a lowercase letter, an uppercase letter, a digit and a special character,
 * and no spaces." [administration §5](docs/design/administration.md#5).
 */
const rules: [holds: (password: string) => boolean, problem: string][] = [
  [(password) => password.length >= minLength, `Use at least ${minLength} characters.`],
  [(password) => password.length <= 200, 'Use at most 200 characters.'],
  [(password) => /\p{Ll}/u.test(password), 'Use a lower-case letter.'],
  [(password) => /\p{Lu}/u.test(password), 'Use an upper-case letter.'],
  [(password) => /\d/.test(password), 'Use a number.'],
  [(password) => /[^\p{L}\p{N}\s]/u.test(password), 'Use a special character.'],
  [(password) => !/\s/.test(password), 'Use no spaces.'],
]

/** As printed on the screens and in the answer PASSWORD_WEAK, verbatim. */
export const passwordHint = 'Minimum of 12 characters, 1 upper case, 1 number and 1 special character'

/** Messages for unmet rules; empty for a valid password. */
export const passwordProblems = (password: string): string[] =>
  rules.filter(([holds]) => !holds(password)).map(([, problem]) => problem)

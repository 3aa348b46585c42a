import type { Trial } from '../support/trial.ts'
import { password, startTargetApp, type TargetApp, trySignIn } from './target-app.ts'

/** Limits: per account and address, and per account, in 15 minutes; accounts per address and day. */
const allowed = { pair: 10, account: 50, accountsFromOne: 100 }
const addresses = { short: 6, long: 40 }
const stuffedAccounts = { short: 210, long: 1_000 }

/**
 * Two attackers: one guesses the password of one account from many addresses, the other tries a stolen credential list from one
 * address. Meanwhile the owner of the account signs in from a known browser, and so does another user.
 */
export const passwordGuessing: Trial = {
  name: 'password guessing and credential stuffing',
  run: async ({ length, print }) => {
    const app = await startTargetApp('gya_bench_guesses')
    try {
      await app.addPerson('owner@people.example')
      await app.addPerson('bystander@people.example')
      const home = { email: 'owner@people.example', tried: password, from: '198.51.100.1' }
      const { note = '' } = await trySignIn(app, home)
      const brute = await guessOneAccount(app, addresses[length])
      print('The account is closed to those who never signed in from where they are.')
      const owner = await Promise.all(Array.from({ length: 10 }, () => trySignIn(app, { ...home, note })))
      const stranger = await trySignIn(app, { ...home, from: '198.51.100.77' })
      const list = await tryCredentialList(app, stuffedAccounts[length])
      const bystander = await trySignIn(app, { ...home, email: 'bystander@people.example', from: '198.51.100.2' })
      const heard = (answers: readonly { status: number }[], status: number) =>
        answers.filter((answer) => answer.status === status).length
      return {
        tried: {
          'guesses at one account': brute.length,
          'addresses they came from': addresses[length],
          'accounts of a stolen list': list.length,
          'sign-ins of the honest': owner.length + 1,
        },
        lost: {
          'guesses that were let in': heard([...brute, ...list], 200),
          'guesses at one account beyond fifty that were looked at': Math.max(0, heard(brute, 401) - allowed.account),
          'tries of the list beyond 100 that were looked at': Math.max(0, heard(list, 401) - allowed.accountsFromOne),
          'answers that are neither': [...brute, ...list].filter(({ status }) => status !== 401 && status !== 429).length,
          'honest who were kept out': [...owner, bystander].filter(({ status }) => status !== 200).length,
          'closed accounts that were open to a stranger': stranger.status === 429 ? 0 : 1,
        },
        figures: { 'guesses looked at': String(heard(brute, 401)), 'of the list looked at': String(heard(list, 401)) },
      }
    } finally {
      await app.stop()
    }
  },
}

/** Twelve concurrent guesses from each address. */
const guessOneAccount = (app: TargetApp, from: number) =>
  Promise.all(
    Array.from({ length: from * (allowed.pair + 2) }, (_, n) =>
      trySignIn(app, { email: 'owner@people.example', tried: `Guess-Number-${n}`, from: `203.0.113.${n % from}` }),
    ),
  )

/** Tries many accounts with one password each from one address, twenty at a time. */
async function tryCredentialList(app: TargetApp, count: number) {
  const answers: { status: number }[] = []
  for (let n = 0; n < count; n += 20)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, (_, k) =>
          trySignIn(app, { email: `listed-${n + k}@people.example`, tried: `Stolen-Password-${n + k}`, from: '192.0.2.9' }),
        ),
      )),
    )
  return answers
}

import type { Trial } from '../support/trial.ts'
import { startTargetApp, type TargetApp, trySignIn } from './target-app.ts'

const rounds = { short: 10, long: 150 }
/** A larger ratio between medians would reveal existing accounts. */
const maxRatio = 1.15

const people = {
  'an account': 'known@people.example',
  'no account': 'unknown@people.example',
  'an account without a password': 'bare@people.example',
  'a deleted account': 'deleted@people.example',
}

/** Whether response times of sign-in and password reset reveal that an account exists. */
export const accountEnumerationTiming: Trial = {
  name: 'account enumeration by response time',
  run: async ({ length, print }) => {
    const app = await startTargetApp('gya_bench_timing')
    try {
      await app.addPerson(people['an account'])
      await app.addPerson(people['an account without a password'], { withoutPassword: true })
      await app.addPerson(people['a deleted account'], { deleted: true })
      const signIns = await medians(app, rounds[length], (email, n) =>
        trySignIn(app, { email, tried: 'Wrong-Password-2026', from: `203.0.113.${n % 250}` }).then(({ ms }) => ms),
      )
      print('Sign-ins are timed; now the question for a new password.')
      const forgotten = await medians(app, rounds[length], (email, n) => askForLink(app, email, n))
      const apart = (of: Record<string, number>) => Math.max(...Object.values(of)) / Math.min(...Object.values(of))
      const shown = (of: Record<string, number>) =>
        Object.entries(of)
          .map(([who, ms]) => `${who} ${ms.toFixed(2)} ms`)
          .join(', ')
      return {
        tried: { 'sign-ins timed': rounds[length] * 4, 'questions for a link timed': rounds[length] * 4 },
        lost: {
          'sign-ins that tell by their time': apart(signIns) > maxRatio ? 1 : 0,
          'questions that tell by their time': apart(forgotten) > maxRatio ? 1 : 0,
        },
        figures: {
          'sign-in, median': shown(signIns),
          'slowest to fastest': apart(signIns).toFixed(3),
          'question, median': shown(forgotten),
          'slowest to fastest question': apart(forgotten).toFixed(3),
        },
      }
    } finally {
      await app.stop()
    }
  },
}

/** Medians per kind of address, measured alternately, so that load affects all of them equally. */
async function medians(app: TargetApp, times: number, ask: (email: string, n: number) => Promise<number>) {
  const found: Record<string, number[]> = {}
  for (let n = -5; n < times; n += 1) {
    await app.database.pool.query('delete from rate_limit')
    for (const [who, email] of Object.entries(people)) {
      const ms = await ask(email, n + 5)
      if (n >= 0) (found[who] ??= []).push(ms)
    }
  }
  return Object.fromEntries(Object.entries(found).map(([who, all]) => [who, all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0]))
}

async function askForLink({ product }: TargetApp, email: string, n: number): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${product.address}/api/auth/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n % 250}` },
    body: JSON.stringify({ email }),
  })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`The question for a link was answered ${answer.status}.`)
  return performance.now() - began
}

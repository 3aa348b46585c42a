import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The files that store and send e-mails. */
const others = ['outbox.ts', 'send-mail.ts']

/** The subjects of a file as they are written there: texts, and templates with the names of their values. */
const subjectsIn = (file: string): string[] => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  const written = [...source.matchAll(/\bsubject: (?!string)(.+?),?$/gm)].map(([, subject = '']) => subject)
  // `webhook-state.ts` passes its subjects to a function.
  return file === 'webhook-state.ts' ? [...source.matchAll(/^ {4}('.+'),$/gm)].map(([, subject = '']) => subject) : written
}

test('every kind of e-mail has a subject that tells it apart from the others', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => !file.includes('.test.') && !others.includes(file))
  const subjects = files.flatMap((file) => subjectsIn(file).map((subject) => ({ file, subject })))
  expect(subjects.length).toBeGreaterThan(35)
  const bySubject = Map.groupBy(subjects, ({ subject }) => subject)
  expect([...bySubject.values()].filter((same) => same.length > 1)).toEqual([])
})

test('every greeting writes the name so that no mail program makes a link of it', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => !file.includes('.test.'))
  const greetings = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/Hello \$\{(\w+)/g)].map(([, called = '']) => called),
  )
  expect(greetings.length).toBeGreaterThan(25)
  expect(new Set(greetings)).toEqual(new Set(['salutationOf', 'nameInMail']))
})

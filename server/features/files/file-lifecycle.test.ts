import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { fileKeys } from '../../infra/files/file-store.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { backupLock, discardFile, generatedFile, retainFile, saveWithFile, sweepLooseFiles } from './file-lifecycle.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
beforeEach(() => app.database.db.deleteFrom('loose_file').execute())
afterAll(() => app.close())

const letter = () => generatedFile('letter.txt', 'text/plain', Buffer.from('Dear Sir'))
const isThere = async (id: string) => (await app.files.size(fileKeys(id, 'original')[0] ?? '')) !== null
const loose = () => app.database.db.selectFrom('loose_file').select(['id', 'discarded']).execute()
const keep = (id: string) => app.database.db.transaction().execute((db) => retainFile(db, id))
const kept = () =>
  saveWithFile(app, letter(), async ({ id }) => {
    await keep(id)
    return id
  })

describe('A file and the row that refers to it stay together', () => {
  test('a file that is kept by a committed save stays, measured as it was stored', async () => {
    const file = await saveWithFile(app, letter(), async (file) => {
      await keep(file.id)
      return file
    })
    expect(file).toMatchObject({ fileName: 'letter.txt', contentType: 'text/plain', bytes: 8 })
    expect([await isThere(file.id), await loose()]).toEqual([true, []])
  })

  test('a file whose save fails is gone with it', async () => {
    let id = ''
    const failing = saveWithFile(app, letter(), async (file) => {
      id = file.id
      expect(await isThere(id)).toBe(true)
      return app.database.db.transaction().execute(async (db) => {
        await retainFile(db, id)
        throw new Error('rolled back')
      })
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect([await isThere(id), await loose()]).toEqual([false, []])
  })

  test('a file whose save was committed stays, even where its end was not heard of', async () => {
    let id = ''
    const unheard = saveWithFile(app, letter(), async (file) => {
      id = file.id
      await keep(id)
      throw new Error('connection lost')
    })
    await expect(unheard).rejects.toThrow('connection lost')
    expect(await isThere(id)).toBe(true)
  })

  test('a file that the store does not take leaves nothing behind', async () => {
    const broken = { ...app, files: { ...app.files, put: () => Promise.reject(new Error('disk full')) } }
    await expect(saveWithFile(broken, letter(), keepNothing)).rejects.toThrow('disk full')
    expect(await loose()).toMatchObject([{ discarded: true }])
    await sweepLooseFiles(app)
    expect(await loose()).toEqual([])
  })

  test('a save that comes after the sweep is refused, so that no row refers to a file that is gone', async () => {
    await expect(keep(app.clock.newId())).rejects.toThrow('was removed before it was saved')
  })
})

const keepNothing = () => Promise.resolve()

describe('What nothing refers to is swept', () => {
  const leftBehind = async () => {
    const id = app.clock.newId()
    await app.database.db
      .insertInto('loose_file')
      .values({ id, kind: 'original', since: app.clock.now(), discarded: false })
      .execute()
    const [key = ''] = fileKeys(id, 'original')
    const { parts } = letter()
    await app.files.put(key, parts[0].content(), { bytes: 8, contentType: 'text/plain' })
    return id
  }

  test('what an upload left behind that the machine cut off: after an hour, and not before', async () => {
    const id = await leftBehind()
    app.clock.advance({ minutes: 59 })
    await sweepLooseFiles(app)
    expect(await isThere(id)).toBe(true)
    app.clock.advance({ minutes: 2 })
    await sweepLooseFiles(app)
    expect([await isThere(id), await loose()]).toEqual([false, []])
  })

  test('what was replaced or deleted: once that is committed, and not when it is not', async () => {
    const id = await kept()
    const discard = (fails: boolean) =>
      app.database.db.transaction().execute(async (db) => {
        await discardFile({ db, now: app.clock.now(), addJob: jobAdder(db) }, id, 'original')
        if (fails) throw new Error('rolled back')
      })
    await expect(discard(true)).rejects.toThrow('rolled back')
    await app.runJobs()
    expect(await isThere(id)).toBe(true)
    await discard(false)
    expect(await isThere(id)).toBe(true)
    await app.runJobs()
    expect([await isThere(id), await loose()]).toEqual([false, []])
  })

  test('nothing while a backup copies the files of an instant; the next sweep removes it', async () => {
    const id = await leftBehind()
    app.clock.advance({ minutes: 61 })
    const backup = await app.database.pool.connect()
    await backup.query('select pg_advisory_lock($1)', [backupLock])
    await sweepLooseFiles(app)
    expect([await isThere(id), await loose()]).toEqual([true, [{ id, discarded: false }]])
    await backup.query('select pg_advisory_unlock($1)', [backupLock])
    backup.release()
    await sweepLooseFiles(app)
    expect([await isThere(id), await loose()]).toEqual([false, []])
  })

  test('what the store does not remove is kept in mind', async () => {
    const id = await leftBehind()
    app.clock.advance({ minutes: 61 })
    const stuck = { ...app, files: { ...app.files, remove: () => Promise.reject(new Error('no answer')) } }
    await expect(sweepLooseFiles(stuck)).rejects.toThrow('no answer')
    expect(await loose()).toEqual([{ id, discarded: false }])
  })
})

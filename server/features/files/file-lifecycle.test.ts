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

describe('saveWithFile', () => {
  test('keeps a file that a committed save retained, and returns its checksum', async () => {
    const file = await saveWithFile(app, letter(), async (file) => {
      await keep(file.id)
      return file
    })
    expect(file).toMatchObject({ fileName: 'letter.txt', contentType: 'text/plain', bytes: 8 })
    expect([await isThere(file.id), await loose()]).toEqual([true, []])
  })

  test('deletes the file of a failed save', async () => {
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

  test('keeps the file of a committed save whose outcome was lost', async () => {
    let id = ''
    const failedSave = saveWithFile(app, letter(), async (file) => {
      id = file.id
      await keep(id)
      throw new Error('connection lost')
    })
    await expect(failedSave).rejects.toThrow('connection lost')
    expect(await isThere(id)).toBe(true)
  })

  test('leaves nothing behind if the store refuses the file', async () => {
    const broken = { ...app, files: { ...app.files, put: () => Promise.reject(new Error('disk full')) } }
    await expect(saveWithFile(broken, letter(), keepNothing)).rejects.toThrow('disk full')
    expect(await loose()).toMatchObject([{ discarded: true }])
    await sweepLooseFiles(app)
    expect(await loose()).toEqual([])
  })

  test('retainFile refuses a file that has been swept', async () => {
    await expect(keep(app.clock.newId())).rejects.toThrow('was removed before it was saved')
  })
})

const keepNothing = () => Promise.resolve()

describe('sweepLooseFiles', () => {
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

  test('deletes leftovers of interrupted uploads after an hour', async () => {
    const id = await leftBehind()
    app.clock.advance({ minutes: 59 })
    await sweepLooseFiles(app)
    expect(await isThere(id)).toBe(true)
    app.clock.advance({ minutes: 2 })
    await sweepLooseFiles(app)
    expect([await isThere(id), await loose()]).toEqual([false, []])
  })

  test('deletes discarded files after the commit only', async () => {
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

  test('deletes nothing during a backup, and catches up afterwards', async () => {
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

  test('retries files that the store did not delete', async () => {
    const id = await leftBehind()
    app.clock.advance({ minutes: 61 })
    const stuck = { ...app, files: { ...app.files, remove: () => Promise.reject(new Error('no answer')) } }
    await sweepLooseFiles(stuck)
    expect(await loose()).toEqual([{ id, discarded: false }])
    app.clock.advance({ minutes: 1 })
    await sweepLooseFiles(app)
    expect(await loose()).toEqual([])
  })

  test('ends the run if the store does not respond for three files in a row', async () => {
    for (let files = 0; files < 4; files += 1) await leftBehind()
    app.clock.advance({ minutes: 61 })
    let tries = 0
    const remove = () => {
      tries += 1
      return Promise.reject(new Error('no answer'))
    }
    await expect(sweepLooseFiles({ ...app, files: { ...app.files, remove } })).rejects.toThrow('no answer')
    expect(tries).toBe(3)
  })
})

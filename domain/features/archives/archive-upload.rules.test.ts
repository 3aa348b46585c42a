import { expect, test } from 'vitest'
import {
  archivePartBytes,
  archivePartsOf,
  archivesKeptSince,
  bytesOfArchivePart,
  maxArchiveBytes,
  whyNotGiveUp,
  whyNotHandle,
} from './archive-upload.rules.ts'

test('an archive of 50 GB has parts of 8 MiB; only the last is shorter', () => {
  expect(archivePartsOf(1)).toBe(1)
  expect(archivePartsOf(archivePartBytes)).toBe(1)
  expect(archivePartsOf(archivePartBytes + 1)).toBe(2)
  const parts = archivePartsOf(maxArchiveBytes)
  const bytes = Array.from({ length: parts }, (_, at) => bytesOfArchivePart(maxArchiveBytes, at + 1))
  expect(bytes.reduce((sum, part) => sum + part, 0)).toBe(maxArchiveBytes)
  expect(bytes.slice(0, -1).every((part) => part === archivePartBytes)).toBe(true)
})

test('only a verified archive can be restored; none can be removed while a job works on it', () => {
  expect(whyNotHandle('restore', 'verified')).toBeNull()
  for (const state of ['uploading', 'verifying', 'refused', 'restoring', 'restored'] as const)
    expect(whyNotHandle('restore', state)).toBe('ARCHIVE_STATE')
  expect(whyNotHandle('remove', 'verifying')).toBe('ARCHIVE_STATE')
  expect(whyNotHandle('remove', 'restoring')).toBe('ARCHIVE_STATE')
  expect(whyNotHandle('remove', 'giving-up')).toBe('ARCHIVE_STATE')
  expect(whyNotHandle('upload', 'verified')).toBe('ARCHIVE_STATE')
  // The address may have become free since.
  expect(whyNotHandle('verify', 'refused')).toBeNull()
})

test('only a failed restore can be given up', () => {
  expect(whyNotGiveUp({ state: 'restoring', failure: 'The disk is full.' })).toBeNull()
  expect(whyNotGiveUp({ state: 'restoring', failure: null })).toBe('ARCHIVE_STATE')
  expect(whyNotGiveUp({ state: 'restored', failure: 'The disk is full.' })).toBe('ARCHIVE_STATE')
})

test('abandoned archives are kept for a week', () => {
  expect(archivesKeptSince('2026-11-22T10:00:00.000Z')).toBe('2026-11-15T10:00:00.000Z')
})

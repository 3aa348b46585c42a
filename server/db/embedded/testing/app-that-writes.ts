import { query, runApp } from './run-app.ts'

/** How many rows the application has committed, and the number of the last. */
export const countCommittedRows = async (url: string) =>
  (await query<{ rows: number; last: number }>(url, 'select count(*)::int as rows, max(n)::int as last from kept'))[0] ?? {
    rows: 0,
    last: 0,
  }

/** An application that has committed rows, and the last one of which it heard that it is committed. */
export async function runWritingApp(dataDir: string) {
  const app = runApp(dataDir)
  const { ready = '' } = await app.started
  app.commitRows()
  await app.hear(({ committed = 0 }) => committed >= 200)
  return { app, url: ready, lastCommitted: () => Math.max(...app.said.map(({ committed = 0 }) => committed)) }
}

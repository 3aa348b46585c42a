import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SimulationScore } from '../domain/features/forecast/testing/score-simulation.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/embedded-postgres.ts'
import { type Database, openPool } from '../server/db/pool.ts'
import { runTrials } from '../test/support/trial.ts'
import { calibrationPlot } from './calibration-plot.ts'
import { measureSave, measureSizes, printCapacity } from './capacity.ts'
import { measureDashboard, printDashboard } from './dashboard.ts'
import { buildLargeDatabase, type DataSize } from './data/large-database.ts'
import { measureFirstLoad, printFirstLoad } from './first-load.ts'
import { measureForecast, printForecast } from './forecast.ts'
import { measureComplications, printComplications } from './forecast-complications.ts'
import { measureRecorded, printRecorded } from './forecast-recorded.ts'
import { measureForecastSpeed, printForecastSpeed } from './forecast-speed.ts'
import { measureImport, printImport } from './import.ts'
import { measureLists, printLists } from './lists.ts'
import { machineFacts } from './machine-facts.ts'
import { measureMigrate, printMigrate } from './migrate.ts'
import { measureProcesses, printProcesses } from './processes.ts'
import { measureReplicas, printReplicas } from './replicas.ts'
import { measureReport, printReport } from './report.ts'
import { measureSaleFile, printSaleFile } from './sale-file.ts'
import { measureSaves, printSaves } from './saves.ts'
import { measureSealing, printSealing } from './sealing.ts'
import { measureSearch, printSearch } from './search.ts'
import { measureShare, printShare } from './share.ts'
import { measureTampering, printTampering } from './tampering.ts'
import { measureToday, printToday } from './today.ts'
import { attackTrials, faultsTrials, loadTrials, soakTrials } from './trials.ts'
import { measureWeek, printWeek } from './week.ts'

/** `npm run bench`; see README.md for how to read the results. */

const print = (line: string) => process.stdout.write(`${line}\n`)
const {
  BENCH_DATABASE_URL,
  BENCH_DATA_DIR,
  BENCH_PROPERTIES,
  BENCH_COMPANIES,
  BENCH_LARGE_EVERY,
  BENCH_SAMPLES,
  BENCH_SECONDS,
  BENCH_PROCESS,
  BENCH_SEEDS,
  BENCH_DAYS_APART,
} = process.env
const size: DataSize = {
  properties: Number(BENCH_PROPERTIES ?? 200_000),
  companies: Number(BENCH_COMPANIES ?? 21),
  largeEvery: Number(BENCH_LARGE_EVERY ?? 2),
}
const samples = Number(BENCH_SAMPLES ?? 20)
const seconds = Number(BENCH_SECONDS ?? 8)

const parts = {
  report: benchReport,
  lists: benchLists,
  dashboard: benchDashboard,
  week: benchWeek,
  share: benchShare,
  today: benchToday,
  search: benchSearch,
  processes: benchProcesses,
  replicas: benchReplicas,
  capacity: benchCapacity,
  migrate: benchMigrate,
  import: benchImport,
  'sale-file': benchSaleFile,
  sealing: benchSealing,
  tampering: benchTampering,
  'first-load': benchFirstLoad,
  forecast: benchForecast,
  'forecast-recorded': benchForecastRecorded,
  'forecast-speed': benchForecastSpeed,
  faults: async () => ({ faults: await runTrials(faultsTrials, print) }),
  attack: async () => ({ attack: await runTrials(attackTrials, print) }),
  load: async () => ({ load: await runTrials(loadTrials, print) }),
  soak: async () => ({ soak: await runTrials(soakTrials, print) }),
}

/** Runs every part, or the parts named on the command line: `npm run bench report`. */
async function bench(serverUrl: string): Promise<void> {
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((name) => !(name in parts))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)
  const results: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) Object.assign(results, await part(serverUrl))
  await keep(results)
}

async function benchMigrate(serverUrl: string) {
  const migration = await measureMigrate(serverUrl)
  printMigrate(migration, print)
  return { migration }
}

async function benchImport(serverUrl: string) {
  const imported = await measureImport(serverUrl, print)
  printImport(imported, print)
  return { imported }
}

async function benchSaleFile(serverUrl: string) {
  const saleFile = await measureSaleFile(serverUrl, print)
  printSaleFile(saleFile, print)
  return { saleFile }
}

async function benchSealing(serverUrl: string) {
  const sealing = await measureSealing(serverUrl, print)
  printSealing(sealing, print)
  return { sealing }
}

async function benchTampering(serverUrl: string) {
  const tampering = await measureTampering(serverUrl, print)
  printTampering(tampering, print)
  return { tampering }
}

async function benchForecast() {
  const measured = measureForecast(print)
  printForecast(measured, print)
  const complications = measureComplications(print)
  printComplications(complications, print)
  const plot = join(import.meta.dirname, '../docs/forecast-calibration.svg')
  await writeFile(
    plot,
    calibrationPlot(measured[0]?.scores ?? [], 'Forecast and actual exchanges of simulated companies of 300 sales a year'),
  )
  return { forecast: [...measured, ...complications].map(withoutTables) }
}

async function benchForecastRecorded() {
  const seeds = (BENCH_SEEDS ?? '2901,2902').split(',').map(Number)
  const recorded = measureRecorded({ named: BENCH_PROCESS ?? '', seeds, daysApart: Number(BENCH_DAYS_APART ?? 12) }, print)
  printRecorded(recorded, print)
  return { recorded }
}

const withoutTables = ({ scores, ...row }: { scores: readonly SimulationScore[] }) => ({
  ...row,
  scores: scores.map(({ learned: _learned, ...score }) => score),
})

async function benchForecastSpeed(serverUrl: string) {
  return onLargeData(serverUrl, async (on) => {
    const forecastSpeed = await measureForecastSpeed(on)
    printForecastSpeed(forecastSpeed, print)
    return { forecastSpeed }
  })
}

async function benchFirstLoad(serverUrl: string) {
  const firstLoad = await measureFirstLoad(serverUrl, print)
  printFirstLoad(firstLoad, print)
  return { firstLoad }
}

type OnData = { database: Database; url: string; samples: number; seconds: number; print: (line: string) => void }

/** Runs a part on the large database and records the machine. */
async function onLargeData<Result extends object>(serverUrl: string, work: (on: OnData) => Promise<Result>) {
  const { url } = await buildLargeDatabase(serverUrl, size, print)
  const database = openPool(url, 4, (error) => print(error.message))
  try {
    const machine = await machineFacts(database.pool)
    print(
      Object.entries(machine)
        .map(([name, value]) => `${name} ${value}`)
        .join(' · '),
    )
    return { machine, ...size, samples, ...(await work({ database, url, samples, seconds, print })) }
  } finally {
    await database.close()
  }
}

function benchReport(serverUrl: string) {
  return onLargeData(serverUrl, async (on) => {
    const report = await measureReport(on)
    const saves = await measureSaves(on.database)
    printReport(report, print)
    printSaves(saves, print)
    return { report, saves }
  })
}

async function benchCapacity(serverUrl: string) {
  const save = await measureSave(serverUrl, seconds)
  const { url } = await buildLargeDatabase(serverUrl, size, print)
  const database = openPool(url, 2, (error) => print(error.message))
  try {
    const capacity = { sizes: await measureSizes(database), save }
    printCapacity(capacity, print)
    return { capacity }
  } finally {
    await database.close()
  }
}

async function benchReplicas() {
  const replicas = await measureReplicas({ ...size, properties: Number(BENCH_PROPERTIES ?? 40_000) }, seconds, print)
  printReplicas(replicas, print)
  return { replicas }
}

async function benchLists(serverUrl: string) {
  const lists = await onLargeData(serverUrl, async (on) => {
    const measured = await measureLists(on)
    printLists(measured, print)
    return measured
  })
  return { lists }
}

async function benchProcesses(serverUrl: string) {
  const processes = await onLargeData(serverUrl, async (on) => {
    const measured = await measureProcesses(on)
    printProcesses(measured, print)
    return { measured }
  })
  return { processes }
}

async function benchSearch(serverUrl: string) {
  const search = await onLargeData(serverUrl, async (on) => {
    const measured = await measureSearch(on)
    printSearch(measured, print)
    return measured
  })
  return { search }
}

async function benchDashboard(serverUrl: string) {
  const dashboard = await onLargeData(serverUrl, async (on) => {
    const measured = await measureDashboard(on)
    printDashboard(measured, print)
    return measured
  })
  return { dashboard }
}

function benchWeek(serverUrl: string) {
  return onLargeData(serverUrl, async (on) => {
    const week = await measureWeek(on)
    printWeek(week, print)
    return { week }
  })
}

function benchShare(serverUrl: string) {
  return onLargeData(serverUrl, async (on) => {
    const share = await measureShare(on)
    printShare(share, print)
    return { share }
  })
}

function benchToday(serverUrl: string) {
  return onLargeData(serverUrl, async (on) => {
    const today = await measureToday(on)
    printToday(today, print)
    return { today }
  })
}

/** Parts that were not run keep the figures of their last run. */
async function keep(result: Record<string, unknown>): Promise<void> {
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  const before = await readFile(join(folder, 'latest.json'), 'utf8').catch(() => '{}')
  await writeFile(join(folder, 'latest.json'), `${JSON.stringify({ ...(JSON.parse(before) as object), ...result }, null, 2)}\n`)
  print('\nSaved in perf/results/latest.json.')
}

const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(`Ended by ${signal}.`)))
})
const postgres = BENCH_DATABASE_URL
  ? { url: BENCH_DATABASE_URL, stop: async () => {} }
  : await startEmbeddedPostgres({ dataDir: BENCH_DATA_DIR ?? join(tmpdir(), 'gya-bench'), log: print })
try {
  await Promise.race([bench(postgres.url), interrupted])
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await postgres.stop()
}
process.exit()

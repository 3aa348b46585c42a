import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Meters = ReturnType<typeof createMeters>

const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * What a process counts of itself while it works, for `/metrics`. Labels are taken from short lists only (routes, names of
 * jobs, kinds of statement), never from what somebody sent. What can be asked of the database is not counted here: see
 * `measureOnAsking`.
 */
export function createMeters() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    calls: new Histogram({
      name: 'gya_http_request_seconds',
      help: 'Time to answer a call, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: latencyBuckets,
      registers,
    }),
    statements: new Histogram({
      name: 'gya_db_statement_seconds',
      help: 'Time until the database answered a statement, by its kind.',
      labelNames: ['kind'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10],
      registers,
    }),
    statementFailures: new Counter({
      name: 'gya_db_statement_failures_total',
      help: 'Statements that the database refused or did not answer.',
      registers,
    }),
    slowStatements: new Counter({
      name: 'gya_db_slow_statements_total',
      help: 'Statements that took longer than SLOW_QUERY_MS.',
      registers,
    }),
    jobs: new Histogram({
      name: 'gya_job_seconds',
      help: 'Time a try of a job took, by its name and whether it was done or failed.',
      labelNames: ['task', 'outcome'],
      buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
      registers,
    }),
    mails: new Counter({
      name: 'gya_mail_tries_total',
      help: 'Tries to hand a message to the mail server: taken, or failed (the server refused it or did not answer).',
      labelNames: ['outcome'],
      registers,
    }),
    files: new Histogram({
      name: 'gya_file_store_seconds',
      help: 'Time the file store took for what was asked of it.',
      labelNames: ['operation'],
      buckets: latencyBuckets,
      registers,
    }),
    fileFailures: new Counter({
      name: 'gya_file_store_failures_total',
      help: 'What the file store did not do, or not as it said it had.',
      labelNames: ['operation'],
      registers,
    }),
    streams: new Gauge({
      name: 'gya_live_streams',
      help: 'Streams of live changes that are open: one a browser that somebody looks at.',
      registers,
    }),
    signInsRefused: new Counter({
      name: 'gya_sign_ins_refused_total',
      help: 'Tries to sign in that were refused: wrong (password or address) or limited (too many tries).',
      labelNames: ['reason'],
      registers,
    }),
  }
}

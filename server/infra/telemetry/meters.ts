import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Meters = ReturnType<typeof createMeters>

const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * The Prometheus metrics that a process updates while it runs. Labels have few values (routes, job names, kinds of statement)
 * and never come from user input. Values that can be queried on scrape are in `metrics-scraper.ts`.
 */
export function createMeters() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    calls: new Histogram({
      name: 'gya_http_request_seconds',
      help: 'Duration of requests, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: latencyBuckets,
      registers,
    }),
    statements: new Histogram({
      name: 'gya_db_statement_seconds',
      help: 'Duration of database statements, by kind.',
      labelNames: ['kind'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10],
      registers,
    }),
    statementFailures: new Counter({
      name: 'gya_db_statement_failures_total',
      help: 'Database statements that failed or timed out.',
      registers,
    }),
    slowStatements: new Counter({
      name: 'gya_db_slow_statements_total',
      help: 'Database statements that took longer than SLOW_QUERY_MS.',
      registers,
    }),
    lostAnswers: new Counter({
      name: 'gya_commits_without_answer_total',
      help: 'Saves whose COMMIT got no response, by outcome: committed, lost (nothing was saved), unknown (SAVE_UNCERTAIN).',
      labelNames: ['outcome'],
      registers,
    }),
    standbyReads: new Counter({
      name: 'gya_standby_reads_total',
      help: 'Reads that a standby may answer, by the server that did. Reasons for the primary: away (no standby in use), behind (none had reached the reader’s last change), unknown (the client sent no position), refused (the standby found nothing).',
      labelNames: ['server', 'why'],
      registers,
    }),
    standbyFailures: new Counter({
      name: 'gya_standby_failures_total',
      help: 'Statements that failed on a standby and were repeated on the primary.',
      labelNames: ['standby'],
      registers,
    }),
    standbyInUse: new Gauge({
      name: 'gya_standby_in_use',
      help: '1 if reads go to this standby, 0 if it is away or more than DATABASE_READ_MAX_LAG behind.',
      labelNames: ['standby'],
      registers,
    }),
    standbyLag: new Gauge({
      name: 'gya_standby_lag_seconds',
      help: 'Maximum age of the state of a standby, measured every second.',
      labelNames: ['standby'],
      registers,
    }),
    jobs: new Histogram({
      name: 'gya_job_seconds',
      help: 'Duration of job attempts, by name and outcome (done, failed).',
      labelNames: ['task', 'outcome'],
      buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
      registers,
    }),
    mails: new Counter({
      name: 'gya_mail_tries_total',
      help: 'Delivery attempts to the mail server, by outcome: taken, or failed (refused or no response).',
      labelNames: ['outcome'],
      registers,
    }),
    files: new Histogram({
      name: 'gya_file_store_seconds',
      help: 'Duration of file store operations.',
      labelNames: ['operation'],
      buckets: latencyBuckets,
      registers,
    }),
    fileFailures: new Counter({
      name: 'gya_file_store_failures_total',
      help: 'File store operations that failed or did not verify.',
      labelNames: ['operation'],
      registers,
    }),
    streams: new Gauge({
      name: 'gya_live_streams',
      help: 'Open live change streams, one per visible browser tab.',
      registers,
    }),
    signInsRefused: new Counter({
      name: 'gya_sign_ins_refused_total',
      help: 'Refused sign-ins, by reason: wrong (password or address) or limited (rate limit).',
      labelNames: ['reason'],
      registers,
    }),
  }
}

import { shortForm } from '../short-form.ts'
import { killPostgres } from './kill-postgres.ts'

shortForm(killPostgres)

import { shortForm } from '../short-form.ts'
import { databaseAway } from './database-away.ts'

shortForm(databaseAway)

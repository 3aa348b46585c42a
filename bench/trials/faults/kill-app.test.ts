import { shortForm } from '../short-form.ts'
import { killApp } from './kill-app.ts'

shortForm(killApp)

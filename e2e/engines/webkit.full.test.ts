import { describeEngine } from './stories.ts'
import { startWebKit } from './webkit.ts'

describeEngine('WebKit', startWebKit)

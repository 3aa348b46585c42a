import { startFirefox } from './firefox.ts'
import { describeEngine } from './stories.ts'

describeEngine('Firefox', startFirefox)

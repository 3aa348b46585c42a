import { z } from 'zod'

// Before the first schema: zod otherwise tries `new Function`, which the content security policy forbids.
z.config({ jitless: true })

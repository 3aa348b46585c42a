import { z } from 'zod'

// Must run before the first schema: zod otherwise calls `new Function`, which the content security policy forbids.
z.config({ jitless: true })

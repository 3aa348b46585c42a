import '../platform/zod-without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/kit.css'
import '../layouts/shell.css'
import '../ui/steps.css'
import '../ui/vendor.css'
import { queryClient } from '../platform/query-client.ts'
import { SessionBoundary } from '../platform/session-boundary.tsx'
import { VendorPortal } from './vendor-app.tsx'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <SessionBoundary>
          <VendorPortal />
        </SessionBoundary>
      </QueryClientProvider>
    </StrictMode>,
  )

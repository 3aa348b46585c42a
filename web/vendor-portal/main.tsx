import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/styles/kit.css'
import '../app/shell/shell.css'
import '../features/common/step-bars.css'
import './vendor-portal.css'
import { SessionBoundary } from '../app/session/session-boundary.tsx'
import { queryClient } from '../lib/api/query-client.ts'
import { VendorPortal } from './vendor-portal.tsx'

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

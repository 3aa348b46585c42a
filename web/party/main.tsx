import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/styles/kit.css'
import '../app/shell/shell.css'
import '../vendor-portal/vendor-portal.css'
import './party.css'
import { PartyPage } from './party-page.tsx'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <PartyPage />
    </StrictMode>,
  )

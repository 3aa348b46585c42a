import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './login.css'
import { applyColourScheme, storedColourScheme } from '../ui/theme/colour-scheme.ts'
import { LoginApp } from './login-app.tsx'

applyColourScheme(storedColourScheme())

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <LoginApp />
    </StrictMode>,
  )

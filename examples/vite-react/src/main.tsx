import { LatchkeyProvider } from '@latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@latchkey/react/styles.css'
import './styles.css'
import { App } from './app.tsx'
import { createApp } from './latchkey.ts'

const latchkey = await createApp()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root.')
createRoot(root).render(
  <StrictMode>
    <LatchkeyProvider app={latchkey}>
      <App />
    </LatchkeyProvider>
  </StrictMode>,
)

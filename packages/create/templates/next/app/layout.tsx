import { LatchkeyProvider, LatchkeyTheme } from '@latchkey/react/next'
import type { ReactNode } from 'react'
import { latchkey } from '../latchkey'
import './globals.css'

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <LatchkeyProvider app={latchkey}>
          <LatchkeyTheme>{children}</LatchkeyTheme>
        </LatchkeyProvider>
      </body>
    </html>
  )
}

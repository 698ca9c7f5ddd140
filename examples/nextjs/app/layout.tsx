import { LatchkeyProvider, LatchkeyTheme } from '@latchkey/react/next'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { latchkey } from '../latchkey'
import { Header } from './header'
import './styles.css'

export const metadata: Metadata = { title: 'Fieldnotes' }

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <LatchkeyProvider app={latchkey}>
          <LatchkeyTheme>
            <Header />
            <main>{children}</main>
          </LatchkeyTheme>
        </LatchkeyProvider>
      </body>
    </html>
  )
}

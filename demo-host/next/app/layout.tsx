import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import './demo.css'

export const metadata: Metadata = { title: 'Next.js · Front Entry demo', icons: { icon: 'data:,' } }

const RootLayout = ({ children }: { children: ReactNode }) => (
  <html lang="en">
    <body>{children}</body>
  </html>
)

export default RootLayout

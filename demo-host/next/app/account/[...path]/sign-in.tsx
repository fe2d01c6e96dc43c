'use client'

import { FrontEntryProvider, LoginBox } from 'front-entry/react'

/** All calls are proxied by this app, so that the API's cookies are cookies of this host. */
const OPTIONS = {
  contextOptions: { baseUrl: '/api', clientId: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58' },
}

export const SignIn = () => (
  <FrontEntryProvider options={OPTIONS}>
    <LoginBox />
  </FrontEntryProvider>
)

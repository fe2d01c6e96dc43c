import { findProviderLogout, mayLogOutAtProvider } from '../parts/federation/find-provider-logout.ts'
import type { App } from './app.ts'

const providerLogoutOf = async (app: App): Promise<string | undefined> => {
  const { runtime, dispose } = app.createRuntime({ target: document, source: 'login-box' })
  try {
    return await findProviderLogout(runtime.deps)
  } finally {
    dispose()
  }
}

/** Ends the session in every tab and at the API, then at the identity provider if that is configured. */
export const signOut = async (app: App, redirectUrl?: string): Promise<void> => {
  const { session, store, navigator } = app
  const settings = () => store.getState().settings
  const finding = mayLogOutAtProvider({ session, settings }) ? providerLogoutOf(app) : undefined
  await session.logout(redirectUrl, finding)
  const providerUrl = await finding
  if (providerUrl) navigator.go(providerUrl)
}

import type { Page } from '@playwright/test'
import { generate } from 'otplib'

/** A security key of the browser's own, which agrees to everything. */
export const plugInKey = async (page: Page, transport: 'usb' | 'internal' = 'usb') => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
}

const STEP_SECONDS = 30

/** What the app shows; each step counts once, so a later one can be asked for (RFC 6238 §5.2). */
export const appCode = (secret: string, stepsAhead = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsAhead * STEP_SECONDS })

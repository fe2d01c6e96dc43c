import { generate } from 'otplib'

const STEP_SECONDS = 30

/** Returns the code that the app shows; each step is accepted once, so a later one can be requested (RFC 6238 §5.2). */
export const appCode = (secret: string, stepsAhead = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsAhead * STEP_SECONDS })

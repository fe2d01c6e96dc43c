import { createGuardrails, generate } from 'otplib'

/** The sample's own secret is shorter than the library's minimum for new ones. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 })
const STEP_S = 30

/** Returns the current code, or that of a later step, because no code is accepted twice. */
export const totp = (secret: string, stepsAhead = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsAhead * STEP_S, guardrails })

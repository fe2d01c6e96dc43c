import { createGuardrails, generate } from 'otplib'

/** The sample's own secret is shorter than what the library asks of new ones. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 })
const STEP_S = 30

/** The code of now, or of a step after it: no code counts twice. */
export const totp = (secret: string, stepsAhead = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsAhead * STEP_S, guardrails })

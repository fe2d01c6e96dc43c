import type { StepUpPrompt } from '../http/token-source.ts'

/**
 * While the portal is open, it provides a prompt, so that a refused call waits for the proof instead of leaving the
 * page.
 */
export interface StepUpSlot {
  prompt?: StepUpPrompt | undefined
}

import type { StepUpPrompt } from '../http/token-source.ts'

/** The portal fills it while it is open, so that a refused call waits for the proof instead of leaving the page. */
export interface StepUpSlot {
  prompt?: StepUpPrompt | undefined
}

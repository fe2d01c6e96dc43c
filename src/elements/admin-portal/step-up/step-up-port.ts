import type { StepUpRequest } from '../../../http/token-source.ts'

/** The parts of the portal that the dialog uses. */
export interface StepUpPort {
  request: StepUpRequest
  /** Ends the dialog. If `isProven`, the refused calls are repeated; otherwise they fail with the API's error. */
  end(isProven: boolean): void
}

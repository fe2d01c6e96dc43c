import type { StepUpRequest } from '../../../http/token-source.ts'

/** What the dialog gets of the portal. */
export interface StepUpPort {
  request: StepUpRequest
  /** `isProven`: the refused calls are repeated; else they fail as the API said. */
  end(isProven: boolean): void
}

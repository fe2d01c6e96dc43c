import type { StepUpRequest } from '../../../http/token-source.ts'

/** The parts of the portal that the dialog gets. */
export interface StepUpPort {
  request: StepUpRequest
  /** `isProven`: the refused calls are repeated; else they fail as the API said. */
  end(isProven: boolean): void
}

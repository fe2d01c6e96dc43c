import type { SessionConfig } from '../entities/policies.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

export const sessionConfig = {
  getSessionConfig: endpoint<void, void, SessionConfig>()('GET', '/identity/resources/configurations/sessions/v1'),
  saveSessionConfig: endpoint<void, SessionConfig, Ignored>()('POST', '/identity/resources/configurations/sessions/v1'),
}
